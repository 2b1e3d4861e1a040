#ifndef CZLIB_H
#define CZLIB_H

#include <zlib.h>

/* `inflateInit2` is a macro, which Swift cannot call. */
static inline int CZlib_inflateInitRaw(z_streamp stream) {
    return inflateInit2(stream, -MAX_WBITS);
}

/* Streams with the header of zlib (RFC 1950). */
static inline int CZlib_inflateInitZlib(z_streamp stream) {
    return inflateInit2(stream, MAX_WBITS);
}

/* 16 asks for the header and trailer of gzip. */
static inline int CZlib_inflateInitGzip(z_streamp stream) {
    return inflateInit2(stream, 16 + MAX_WBITS);
}

#endif
