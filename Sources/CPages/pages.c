#include "CPages.h"

// Clang has the directive in every standard of C, and says that C23 has it.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char reasons[] = {
#embed "../../Documentation/reasons.md"
};

static const unsigned char rules[] = {
#embed "../../Documentation/audit-rules.md"
};

// Scripts/pages.py looks at the style sheets and scripts as they stand together here.

static const unsigned char report_style[] = {
#embed "Pages/page.css" suffix(, )
#embed "Pages/report.css"
};

static const unsigned char report_script[] = {
#embed "Pages/tables.js" suffix(, )
#embed "Pages/nodes.js" suffix(, )
#embed "Pages/xml.js" suffix(, )
#embed "Pages/panel.js" suffix(, )
#embed "Pages/messages.js"
};

static const unsigned char audit_style[] = {
#embed "Pages/page.css" suffix(, )
#embed "Pages/audit.css"
};

static const unsigned char sandbox_style[] = {
#embed "Pages/sandbox.css"
};

static const unsigned char service_style[] = {
#embed "Pages/page.css" suffix(, )
#embed "Pages/service.css"
};

static const unsigned char service_script[] = {
#embed "Pages/service.js"
};

static const unsigned char service_api[] = {
#embed "../../Documentation/openapi.json"
};

#define FILE_FUNCTION(name)                                                                        \
    const unsigned char *CPages_##name(size_t *count) {                                            \
        *count = sizeof name;                                                                      \
        return name;                                                                               \
    }

FILE_FUNCTION(reasons)
FILE_FUNCTION(rules)
FILE_FUNCTION(report_style)
FILE_FUNCTION(report_script)
FILE_FUNCTION(audit_style)
FILE_FUNCTION(sandbox_style)
FILE_FUNCTION(service_style)
FILE_FUNCTION(service_script)
FILE_FUNCTION(service_api)
