/* The parts of the program that ask for what no careful caller would. Each ends it at the first wrong
 * answer. */
#ifndef LIMITS_H
#define LIMITS_H

#include <stdint.h>
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
void check_canonical_limits(void);

/* Ends the program unless a canonical form is read as libxml2 reads it, and damaged copies of it either so
 * or not at all. */
void check_canonical_reading(const uint8_t *form, size_t count);

/* How many forms were read. */
unsigned long canonical_forms_read(void);

/* Prints the canonical forms of a document, and why it is refused otherwise; returns whether it was read. */
int print_canonical_forms(const char *name, const uint8_t *bytes, size_t count);

/* The same for small documents with what samples lack; returns how many were read. */
int print_built_in_forms(void);

#endif
