/* Counts what a program allocates, and for whom: a library that is preloaded (glibc).
 *
 * Each allocation counts for the code of the program itself on the stack, which is found by frame pointers,
 * or else for the library that asked. When the program ends, ALLOCATIONS names the file that gets a line for
 * each of these: count, module, and the innermost addresses in its file. Counting is on from the first
 * allocation on; whoever wants the share of one message compares two runs. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

#define PLACES (1 << 16)
#define FRAMES 5

/* Places are compared by the sum of their addresses, which is good enough to count with. */
static struct place {
    _Atomic uintptr_t key;
    uintptr_t addresses[FRAMES];
    _Atomic unsigned long count;
} places[PLACES];

static struct module {
    uintptr_t start, end, base;
    char name[256];
} modules[128];
static int moduleCount;
static _Atomic int isReady;

static int note_module(struct dl_phdr_info *info, size_t size, void *unused) {
    (void)size, (void)unused;
    for (int i = 0; i < info->dlpi_phnum && moduleCount < 128; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        if (header->p_type != PT_LOAD || !(header->p_flags & PF_X)) continue;
        struct module *m = &modules[moduleCount++];
        m->base = info->dlpi_addr;
        m->start = info->dlpi_addr + header->p_vaddr;
        m->end = m->start + header->p_memsz;
        snprintf(m->name, sizeof m->name, "%s", info->dlpi_name[0] ? info->dlpi_name : "program");
    }
    return 0;
}

static const struct module *module_of(uintptr_t address) {
    for (int i = 0; i < moduleCount; i++) {
        if (address >= modules[i].start && address < modules[i].end) return &modules[i];
    }
    return NULL;
}

/* Finds the innermost code of the program, which is the first module there is, or the library that asked. */
static void find_askers(void *const *frame, uintptr_t caller, uintptr_t askers[FRAMES]) {
    const struct module *first = module_of(caller);
    int count = 0;
    askers[0] = caller;
    if (first == &modules[0]) count = 1;
    if (first != NULL && count == 0 && strstr(first->name, "libswift") == NULL) return;
    const uintptr_t top = (uintptr_t)frame;
    for (int depth = 0; depth < 24 && count < FRAMES; depth++) {
        void *const *next = (void *const *)frame[0];
        const uintptr_t returns = (uintptr_t)frame[1];
        const struct module *m = module_of(returns);
        if (m == &modules[0] && !(depth == 0 && count == 1)) askers[count++] = returns;
        if (m == NULL || (uintptr_t)next <= (uintptr_t)frame) return;
        if ((uintptr_t)next > top + (1 << 16)) return;
        frame = next;
    }
}

static void note(void *const *frame, void *caller) {
    if (!atomic_load_explicit(&isReady, memory_order_acquire)) return;
    uintptr_t askers[FRAMES] = {0}, wanted = 1;
    find_askers(frame, (uintptr_t)caller, askers);
    for (int i = 0; i < FRAMES; i++) wanted = wanted * 0x9E3779B97F4A7C15u + askers[i];
    for (uintptr_t i = wanted >> 48;; i = (i + 1) % PLACES) {
        uintptr_t known = places[i].key;
        if (known == 0 && atomic_compare_exchange_strong(&places[i].key, &known, wanted)) {
            memcpy(places[i].addresses, askers, sizeof askers);
            known = wanted;
        }
        if (known != wanted) continue;
        places[i].count++;
        return;
    }
}

#define NOTE() note(__builtin_frame_address(0), __builtin_return_address(0))

void *malloc(size_t size) {
    NOTE();
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    NOTE();
    return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
    NOTE();
    return __libc_realloc(old, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    NOTE();
    *result = __libc_memalign(alignment, size);
    return *result == NULL ? 12 : 0;
}

void *aligned_alloc(size_t alignment, size_t size) {
    NOTE();
    return __libc_memalign(alignment, size);
}

__attribute__((constructor)) static void begin(void) {
    dl_iterate_phdr(note_module, NULL);
    atomic_store_explicit(&isReady, 1, memory_order_release);
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("ALLOCATIONS");
    atomic_store(&isReady, 0);
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file == NULL) return;
    for (size_t i = 0; i < PLACES; i++) {
        if (places[i].key == 0) continue;
        const struct module *m = module_of(places[i].addresses[0]);
        fprintf(file, "%lu %s", (unsigned long)places[i].count, m ? m->name : "?");
        for (int n = 0; n < FRAMES && places[i].addresses[n] != 0; n++) {
            const uintptr_t base = m ? m->base : 0;
            fprintf(file, " %lx", (unsigned long)(places[i].addresses[n] - base));
        }
        fprintf(file, "\n");
    }
    fclose(file);
}
