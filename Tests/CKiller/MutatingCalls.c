#define _GNU_SOURCE
#include "MutatingCalls.h"

#include <fcntl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>

static int opens_for_change(unsigned long long flags) {
  return (flags & (O_CREAT | O_TRUNC)) != 0 || (flags & O_ACCMODE) != O_RDONLY;
}

// Output for the user does not change a document.
static int is_for_document(unsigned long long descriptor) { return (int)descriptor != 1 && (int)descriptor != 2; }

int is_mutating_call(pid_t tid, long number, const unsigned long long arguments[6]) {
  switch (number) {
    // The older calls exist on x86_64 but not on arm64.
#ifdef SYS_open
    case SYS_open: return opens_for_change(arguments[1]);
#endif
#ifdef SYS_creat
    case SYS_creat: return 1;
#endif
    case SYS_openat: return opens_for_change(arguments[2]);
#ifdef SYS_openat2
    case SYS_openat2:
      return opens_for_change((unsigned long long)ptrace(PTRACE_PEEKDATA, tid, (void *)arguments[2], (void *)0));
#endif
    case SYS_write:
    case SYS_pwrite64:
    case SYS_writev:
    case SYS_pwritev:
    case SYS_pwritev2:
    case SYS_sendfile: return is_for_document(arguments[0]);
    case SYS_copy_file_range: return is_for_document(arguments[2]);
    case SYS_fsync:
    case SYS_fdatasync:
    case SYS_syncfs:
    case SYS_sync_file_range:
#ifdef SYS_rename
    case SYS_rename:
#endif
    case SYS_renameat:
    case SYS_renameat2:
#ifdef SYS_unlink
    case SYS_unlink:
#endif
    case SYS_unlinkat:
#ifdef SYS_mkdir
    case SYS_mkdir:
#endif
    case SYS_mkdirat:
#ifdef SYS_rmdir
    case SYS_rmdir:
#endif
    case SYS_ftruncate:
    case SYS_truncate:
    case SYS_fallocate:
    case SYS_flock:
#ifdef SYS_link
    case SYS_link:
#endif
    case SYS_linkat:
#ifdef SYS_symlink
    case SYS_symlink:
#endif
    case SYS_symlinkat: return 1;
    default: return 0;
  }
}

int is_reading_call(long number, const unsigned long long arguments[6]) {
  switch (number) {
#ifdef SYS_open
    case SYS_open: return !opens_for_change(arguments[1]);
#endif
    case SYS_openat: return !opens_for_change(arguments[2]);
    case SYS_read:
    case SYS_readv: return (int)arguments[0] > 2;
    case SYS_pread64:
    case SYS_preadv:
    case SYS_preadv2:
    case SYS_getdents64:
#ifdef SYS_stat
    case SYS_stat:
    case SYS_lstat:
#endif
#ifdef SYS_newfstatat
    case SYS_newfstatat:
#endif
    case SYS_fstat:
    case SYS_statx:
#ifdef SYS_readlink
    case SYS_readlink:
#endif
    case SYS_readlinkat: return 1;
    default: return 0;
  }
}
