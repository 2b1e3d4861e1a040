/* The parts of the program that ask for what no careful caller would. Each ends it at the first wrong
 * answer. */
#ifndef LIMITS_H
#define LIMITS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPECT(condition)                                                                          \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "drive: %s:%d: not so: %s\n", __FILE__, __LINE__, #condition);         \
            exit(2);                                                                               \
        }                                                                                          \
    } while (0)

void check_parsing_limits(void);
void check_canonicalization_limits(void);
void check_kernel_limits(void);

#endif
