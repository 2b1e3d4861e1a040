#include "CPages.h"

// Clang has the directive in every standard of C, and says that C23 has it.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char reasons[] = {
#embed "../../Documentation/reasons.md"
};

static const unsigned char rules[] = {
#embed "../../Documentation/audit-rules.md"
};

const unsigned char *CPages_reasons(size_t *count) {
    *count = sizeof reasons;
    return reasons;
}

const unsigned char *CPages_rules(size_t *count) {
    *count = sizeof rules;
    return rules;
}
