# samlkit in an image with nothing else: the program needs glibc and, for servers, certificates.
#
#   docker build -t samlkit .
#   docker run --rm -v "$PWD:/data:ro" samlkit inspect capture.xml
#   docker run --rm -v "$PWD:/data:ro" samlkit batch . --output - >results.ndjson
#   docker run --rm -p 127.0.0.1:8766:8766 -v "$PWD/token:/token:ro" samlkit serve --host 0.0.0.0 --token-file /token
#
# This file has not been built: no container engine was at hand where it was written. What its stages
# run is what Scripts/release.sh runs, with the same packages.

# The tag names the Debian release, whose glibc is the oldest that the program then runs on.
FROM swift:6.3-bookworm AS build
RUN apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        binutils ca-certificates libacl1-dev libarchive-dev libbrotli-dev libbz2-dev libicu-dev \
        liblz4-dev liblzma-dev libsqlite3-dev libxml2-dev libzstd-dev nettle-dev pkg-config python3 \
        zlib1g-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
# .dockerignore leaves out what is no source; the history too, so that the time is given.
COPY . .
ARG SOURCE_DATE_EPOCH=0
ARG RELEASE_TRAITS=Archives,AsyncHTTPClient,SQLite,Sandbox
RUN Scripts/release.sh --output /dist \
    && mkdir /image \
    && tar --extract --gzip --strip-components 1 --directory /image --file /dist/samlkit-*.tar.gz

FROM debian:bookworm-slim
RUN apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends ca-certificates \
    && rm -rf /var/lib/apt/lists/* \
    && groupadd --gid 10001 samlkit \
    && useradd --uid 10001 --gid samlkit --no-create-home --home-dir /nonexistent \
        --shell /usr/sbin/nologin samlkit \
    && install -d -o samlkit -g samlkit /data
COPY --from=build /image/bin/samlkit /usr/local/bin/samlkit
COPY --from=build /image/share/doc/samlkit /usr/local/share/doc/samlkit
# By number, so that a cluster can see that it is not root.
USER 10001:10001
WORKDIR /data
# Of a server, whether it answers; every other command is healthy while it runs.
HEALTHCHECK --interval=30s --timeout=5s CMD ["bash", "-c", "grep -qz '^serve$' /proc/1/cmdline || exit 0; \
    exec 3<>/dev/tcp/127.0.0.1/8766 && printf 'GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 \
    && grep -q '200 OK' <&3"]
ENTRYPOINT ["samlkit"]
CMD ["--help"]
