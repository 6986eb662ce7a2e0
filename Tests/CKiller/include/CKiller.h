// Runs a program and kills it right before its N-th mutating system call, for tests of the state that a sudden death leaves.
#ifndef CKILLER_H
#define CKILLER_H

enum {
  KILLER_OK = 0,
  KILLER_NOT_PERMITTED = 1,  // this machine does not let one program trace another
  KILLER_CANNOT_START = 2,   // the program or one of its files cannot be opened; errno says why
  KILLER_UNSUPPORTED = 3,    // the kernel is older than 5.3
  KILLER_TIMED_OUT = 4,      // the program was killed after KILLER_TIME_LIMIT seconds
};

enum { KILLER_TIME_LIMIT = 600 };

/// Runs `path` with its threads and child processes to the end, or kills them all with SIGKILL when one of them is
/// about to make the `kill_before`-th mutating system call (counted from 1; 0 kills none). The call does not happen.
///
/// Mutating are: open for writing, creating or truncating; write and its relatives except on descriptors 1 and 2;
/// copy_file_range, sendfile; the syncs; rename, unlink, mkdir, rmdir, link, symlink, truncate, fallocate, flock.
///
/// If `environment` is NULL, the caller's is inherited; if `input` is NULL, it is /dev/null; `output` and `errors` are
/// created or truncated. All paths except `path` are relative to the caller's folder; the program starts in `folder`
/// (NULL: the caller's). `count` receives the number of mutating calls, including the one before which it was killed;
/// `status` is the result of waitpid. Returns one of the codes above. Several threads may call it at the same time.
int killer_run(const char *path, char *const arguments[], char *const environment[], const char *folder,
               const char *input, const char *output, const char *errors, long kill_before, long *count, int *status);

/// As `killer_run`, but sends the program a signal when it is about to make that call, and lets it continue.
int killer_run_signalled(const char *path, char *const arguments[], char *const environment[], const char *folder,
                         const char *input, const char *output, const char *errors, long signal_before, int signal,
                         long *count, int *status);

/// As `killer_run`, but the `failing`-th reading system call (counted from 1; 0 for none) is not made and fails with
/// `error`; the program and its threads continue. `count` receives the number of reading calls.
///
/// Reading are: open that changes nothing; read except from descriptors 0 to 2, pread and their relatives; getdents,
/// stat and its relatives, readlink. Among them are those of the loader and of all libraries.
int killer_run_failing(const char *path, char *const arguments[], char *const environment[], const char *folder,
                       const char *output, const char *errors, long failing, int error, long *count, int *status);

/// The meaning of a code of `killer_run`.
const char *killer_explanation(int code);

#endif
