#ifndef CBROTLI_H
#define CBROTLI_H

#include <brotli/decode.h>

#endif
