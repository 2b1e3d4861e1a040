#ifndef CSECRETBYTES_H
#define CSECRETBYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What is done with secret bytes here takes a time, and touches memory, that depend on their number only.

/// Combines bytes with a mask of as many bytes by exclusive or.
void CSecretBytes_unmask(uint8_t *bytes, const uint8_t *mask, size_t count);

/// Takes the key out of a block of RSA-OAEP whose masks were undone (RFC 8017, section 7.1.2, step 3g).
///
/// The block is a zero byte, a seed of `hashSize` bytes, the hash of the label, zeros, a one, and the key. Its size is
/// known, so that nothing is searched for.
///
/// - Parameters:
///   - block: The block, of `blockSize` bytes.
///   - labelHash: The hash of the label, of `hashSize` bytes.
///   - fallback: What is given for a block that is wrong: a random key, of `keySize` bytes.
///   - key: Where the key goes, `keySize` bytes.
/// - Returns: Whether a block of this size can hold such a key; nothing about the block.
bool CSecretBytes_takeKey(const uint8_t *block, size_t blockSize, const uint8_t *labelHash,
                          size_t hashSize, const uint8_t *fallback, uint8_t *key, size_t keySize);

/// Writes zeros that the compiler does not leave out.
void CSecretBytes_wipe(void *bytes, size_t count);

#endif
