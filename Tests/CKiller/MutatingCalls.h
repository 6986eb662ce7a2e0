#ifndef MUTATING_CALLS_H
#define MUTATING_CALLS_H

#include <sys/types.h>

/// Whether a system call that a traced thread is about to make can change what is on the disk.
int is_mutating_call(pid_t tid, long number, const unsigned long long arguments[6]);

/// Whether a call of that number with those arguments reads a file or a folder, or looks at its name or status.
int is_reading_call(long number, const unsigned long long arguments[6]);

#endif
