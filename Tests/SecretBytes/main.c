// Runs what handles secret bytes with these bytes marked as undefined, so that valgrind reports every branch and every
// address that depends on one of them. With an argument it makes such a branch, which must be reported.

#include "CSecretBytes.h"
#include <stdio.h>
#include <string.h>
#include <valgrind/memcheck.h>

enum { hashSize = 32, keySize = 16, blockSize = 256 };

int main(int argumentCount, char **arguments) {
    (void)arguments;
    uint8_t hash[hashSize];
    uint8_t block[blockSize] = {0};
    uint8_t mask[blockSize];
    uint8_t fallback[keySize];
    uint8_t key[keySize];
    memset(hash, 7, hashSize);
    memset(mask, 5, blockSize);
    memset(fallback, 3, keySize);
    memcpy(block + 1 + hashSize, hash, hashSize);
    block[blockSize - keySize - 1] = 1;
    CSecretBytes_unmask(block, mask, blockSize);
    VALGRIND_MAKE_MEM_UNDEFINED(block, blockSize);
    VALGRIND_MAKE_MEM_UNDEFINED(mask, blockSize);
    VALGRIND_MAKE_MEM_UNDEFINED(fallback, keySize);
    CSecretBytes_unmask(block, mask, blockSize);
    if (!CSecretBytes_takeKey(block, blockSize, hash, hashSize, fallback, key, keySize)) {
        return 2;
    }
    if (argumentCount > 1 && key[0] == 1) {
        puts("a branch on a secret byte");
    }
    VALGRIND_MAKE_MEM_DEFINED(key, keySize);
    if (key[0] != 0) {
        return 3;
    }
    CSecretBytes_wipe(block, blockSize);
    for (size_t index = 0; index < blockSize; index += 1) {
        if (block[index] != 0) {
            return 4;
        }
    }
    puts("secrets: no branch and no address depends on a secret byte");
    return 0;
}
