// What a processor can be told, and how many there are, for which Swift has no words.
#ifndef CPROCESSOR_H
#define CPROCESSOR_H

/// Asks for the line of the cache at `place`, which is to be changed soon. Any address will do: nothing is read or
/// written, and nothing happens where there is no memory.
static inline void processor_prefetch(const void *place) { __builtin_prefetch(place, 1, 3); }

/// How many processors this process may use at a time, 1 at least: those that it may run on, and no more than the quotas
/// of its control groups come to, rounded up. `root` is the folder in which /proc and /sys are looked for, "" for the
/// system's own.
long processor_count(const char *root);

/// What the quotas of the process' control groups come to, versions 1 and 2 and all groups above; 0 where there is none.
long processor_quota(const char *root);

#endif
