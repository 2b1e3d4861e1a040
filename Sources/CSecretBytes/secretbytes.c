#include "CSecretBytes.h"

void CSecretBytes_unmask(uint8_t *bytes, const uint8_t *mask, size_t count) {
    for (size_t index = 0; index < count; index += 1) {
        bytes[index] = (uint8_t)(bytes[index] ^ mask[index]);
    }
}

bool CSecretBytes_takeKey(const uint8_t *block, size_t blockSize, const uint8_t *labelHash,
                          size_t hashSize, const uint8_t *fallback, uint8_t *key, size_t keySize) {
    // 0 | seed | hash | zeros, perhaps none | 1 | key
    if (hashSize > (SIZE_MAX - 2) / 2 || keySize > SIZE_MAX - 2 - 2 * hashSize
        || blockSize < 2 + 2 * hashSize + keySize) {
        return false;
    }
    const uint8_t *hash = block + 1 + hashSize;
    const uint8_t *content = block + blockSize - keySize;
    unsigned wrong = block[0];
    for (size_t index = 0; index < hashSize; index += 1) {
        wrong |= (unsigned)(hash[index] ^ labelHash[index]);
    }
    for (const uint8_t *zero = hash + hashSize; zero < content - 1; zero += 1) {
        wrong |= *zero;
    }
    wrong |= (unsigned)(content[-1] ^ 1U);
    // All ones for a right block, zeros for a wrong one; `wrong` is at most 255. The asm keeps the compiler from
    // making a branch of it.
    unsigned mask = (wrong - 1U) >> 8;
#if defined(__GNUC__) || defined(__clang__)
    __asm__("" : "+r"(mask));
#endif
    const uint8_t isRight = (uint8_t)(mask & 0xFFU);
    for (size_t index = 0; index < keySize; index += 1) {
        key[index] = (uint8_t)((content[index] & isRight) | (fallback[index] & (uint8_t)~isRight));
    }
    return true;
}

void CSecretBytes_wipe(void *bytes, size_t count) {
    volatile uint8_t *place = bytes;
    for (size_t index = 0; index < count; index += 1) {
        place[index] = 0;
    }
}
