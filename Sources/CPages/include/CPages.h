#ifndef CPAGES_H
#define CPAGES_H

#include <stddef.h>

// Files that are part of the program, as they stood when it was built. Each function returns the bytes and writes their
// number to `count`.

/// Returns the bytes of Documentation/reasons.md.
const unsigned char *CPages_reasons(size_t *count);

/// Returns the bytes of Documentation/audit-rules.md.
const unsigned char *CPages_rules(size_t *count);

/// Returns the style sheet of reports.
const unsigned char *CPages_report_style(size_t *count);

/// Returns the script of reports.
const unsigned char *CPages_report_script(size_t *count);

/// Returns the style sheet of audits.
const unsigned char *CPages_audit_style(size_t *count);

/// Returns the style sheet of the sandbox's pages.
const unsigned char *CPages_sandbox_style(size_t *count);

/// Returns the style sheet of the page of samlkit serve.
const unsigned char *CPages_service_style(size_t *count);

/// Returns the script of the page of samlkit serve.
const unsigned char *CPages_service_script(size_t *count);

/// Returns the bytes of Documentation/openapi.json.
const unsigned char *CPages_service_api(size_t *count);

#endif
