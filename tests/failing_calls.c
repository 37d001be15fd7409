/* Loaded before the C library (LD_PRELOAD): the n-th allocation, or the n-th start of a thread, fails.

   `fail_allocation(n)` and `fail_thread(n)` begin to count and return what was left of the count before: if that is
   above 0 there were fewer. n = 0 ends it. An allocation fails once, as where another thread has just taken the last of
   it. A process whose environment has FAIL_ALLOCATION=n counts from when it gets the signal SIGUSR1. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

static atomic_long allocations, threads;

static int fails(atomic_long *left) {
    return atomic_load(left) > 0 && atomic_fetch_sub(left, 1) == 1;
}

long fail_allocation(long n) { return atomic_exchange(&allocations, n); }
long fail_thread(long n) { return atomic_exchange(&threads, n); }

static long on_signal;

static void begin(int number) {
    (void)number;
    fail_allocation(on_signal);
}

__attribute__((constructor)) static void listen(void) {
    const char *given = getenv("FAIL_ALLOCATION");
    if (given) {
        on_signal = atol(given);
        signal(SIGUSR1, begin);
    }
}

void *malloc(size_t size) {
    if (fails(&allocations)) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    if (fails(&allocations)) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    if (size && fails(&allocations)) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_realloc(block, size);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *given) {
    static int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    if (fails(&threads))
        return EAGAIN;
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
    return real(thread, attributes, run, given);
}
