#ifndef CPAGES_H
#define CPAGES_H

#include <stddef.h>

// Pages of Documentation that the program reads its words from, as they stood when it was built.

/// Returns the bytes of Documentation/reasons.md.
///
/// - Parameter count: Where their number goes.
const unsigned char *CPages_reasons(size_t *count);

/// Returns the bytes of Documentation/audit-rules.md.
///
/// - Parameter count: Where their number goes.
const unsigned char *CPages_rules(size_t *count);

#endif
