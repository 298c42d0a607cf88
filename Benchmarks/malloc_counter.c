// A preload library that counts a process's allocations into the file $MALLOC_COUNT_FILE: eight bytes, the count so far,
// in the machine's own order, for others to read while the process runs.
//
//     gcc -O2 -shared -fPIC -o malloc_counter.so malloc_counter.c

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// glibc's own names: looking the functions up with dlsym would allocate in turn.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static atomic_uint_fast64_t before_mapping;
static _Atomic(uint64_t) *shared_count;

static void count_one(void) {
    if (shared_count != NULL) {
        atomic_fetch_add_explicit(shared_count, 1, memory_order_relaxed);
    } else {
        atomic_fetch_add_explicit(&before_mapping, 1, memory_order_relaxed);
    }
}

__attribute__((constructor)) static void map_count(void) {
    const char *path = getenv("MALLOC_COUNT_FILE");
    int file = path == NULL ? -1 : open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) {
        return;
    }
    if (ftruncate(file, sizeof *shared_count) == 0) {
        void *mapping = mmap(NULL, sizeof *shared_count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (mapping != MAP_FAILED) {
            shared_count = mapping;
            atomic_store(shared_count, before_mapping);
        }
    }
    close(file);
}

void *malloc(size_t size) {
    count_one();
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    count_one();
    return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
    count_one();
    return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
    count_one();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count_one();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    count_one();
    // As the C library has it, errno stays as it was.
    int saved = errno;
    void *allocated = __libc_memalign(alignment, size);
    errno = saved;
    if (allocated == NULL) {
        return ENOMEM;
    }
    *block = allocated;
    return 0;
}
