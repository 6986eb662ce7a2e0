#ifndef TRACED_CALLS_H
#define TRACED_CALLS_H

#include <linux/filter.h>
#include <sys/types.h>

/// Whether a system call that a traced thread is about to make can change what is on the disk.
int is_mutating_call(pid_t tid, long number, const unsigned long long arguments[6]);

/// Whether a call of that number with those arguments reads a file or a folder, or looks at its name or status.
int is_reading_call(long number, const unsigned long long arguments[6]);

enum { CALL_FILTER_CAPACITY = 128 };

/// Writes a filter for seccomp. It stops the program before each call for which `is_reading_call` can be true, if
/// `is_for_reading`; otherwise before each call for which `is_mutating_call` can be true. It permits all other calls at
/// once. Returns the number of its instructions.
unsigned short call_filter(int is_for_reading, struct sock_filter filter[CALL_FILTER_CAPACITY]);

#endif
