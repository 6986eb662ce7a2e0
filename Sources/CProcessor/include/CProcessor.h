// Prefetching, freed memory and the number of processors, for which Swift has no functions.
#ifndef CPROCESSOR_H
#define CPROCESSOR_H

/// Prefetches the cache line at `place`, which will be changed soon. Any address is allowed: nothing is read or written,
/// and nothing happens if there is no memory.
static inline void processor_prefetch(const void *place) { __builtin_prefetch(place, 1, 3); }

/// The number of processors that this process may use, at least 1: those that it may run on, and at most the quotas of
/// its control groups, rounded up. `root` is the folder that contains /proc and /sys, "" for the system's own.
long processor_count(const char *root);

/// The quota of the process' control groups in processors, versions 1 and 2 and all ancestors; 0 if there is none.
long processor_quota(const char *root);

/// Gives memory that was freed back to the system, as far as it consists of whole pages; does nothing where the system has
/// no such call. Without it, memory that one thread has allocated and freed is not used by another thread.
void processor_return_freed_memory(void);

#endif
