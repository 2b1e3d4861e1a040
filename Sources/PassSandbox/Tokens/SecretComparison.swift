internal import Crypto

/// Returns whether two secrets are the same, in a time that depends on their lengths alone.
func isSameSecret(_ one: String, _ other: String) -> Bool {
    SHA256.hash(data: Array(one.utf8)) == SHA256.hash(data: Array(other.utf8))
}
