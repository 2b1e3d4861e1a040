#ifndef CZLIB_H
#define CZLIB_H

#include <zlib.h>

/* `inflateInit2` is a macro, which Swift cannot call. */
static inline int CZlib_inflateInitRaw(z_streamp stream) {
    return inflateInit2(stream, -MAX_WBITS);
}

#endif
