// Starts programs as a shell does, for tests that use the built program from outside.
#ifndef CSPAWNER_H
#define CSPAWNER_H

#include <sys/ioctl.h>
#include <sys/types.h>

/// Starts `path` in `folder` with these three descriptors as its standard streams and no others, as the first program of
/// a process group; the signals that end a program have their default meaning. Returns 0 and the process, or the number
/// of an error.
int spawner_start(const char *path, char *const arguments[], char *const environment[], const char *folder, int input,
                  int output, int errors, pid_t *process);

/// Starts `path` as the first program of a session of its own, whose terminal has this name and is its three standard
/// streams, as a terminal window starts a shell. The rest is as for `spawner_start`.
int spawner_start_on_terminal(const char *path, char *const arguments[], char *const environment[], const char *folder,
                              const char *terminal, pid_t *process);

/// Makes a terminal of this size and stores its name, at most `capacity` bytes with the NUL. Returns the user's side, or
/// -1 with errno.
int spawner_terminal(const struct winsize *size, char *name, size_t capacity);

/// A descriptor that can be read once the process has ended, until it is reaped; -1 with errno (Linux 5.3).
int spawner_end(pid_t process);

/// Makes a file in memory that has no name; returns its descriptor, or -1 with errno.
int spawner_scratch_file(void);

/// Makes a pipe; its ends are not handed down. Returns 0, or -1 with errno.
int spawner_pipe(int ends[2]);

#endif
