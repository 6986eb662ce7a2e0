#define _GNU_SOURCE
#include "TracedCalls.h"

#include <fcntl.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>

// What a system call does with files.
typedef enum {
  OPENS,          // depends on the flags in the argument
  OPENS_AS_TOLD,  // depends on the flags at the address in the argument
  CHANGES,
  WRITES,  // to the descriptor in the argument
  LOOKS,
  READS,  // from the descriptor in the argument
} effect;

typedef struct {
  long number;
  effect effect;
  int argument;
} traced_call;

// The older calls exist on x86_64 but not on arm64.
static const traced_call calls[] = {
#ifdef SYS_open
    {SYS_open, OPENS, 1},
    {SYS_creat, CHANGES, 0},
    {SYS_rename, CHANGES, 0},
    {SYS_unlink, CHANGES, 0},
    {SYS_mkdir, CHANGES, 0},
    {SYS_rmdir, CHANGES, 0},
    {SYS_link, CHANGES, 0},
    {SYS_symlink, CHANGES, 0},
    {SYS_stat, LOOKS, 0},
    {SYS_lstat, LOOKS, 0},
    {SYS_readlink, LOOKS, 0},
#endif
    {SYS_openat, OPENS, 2},
#ifdef SYS_openat2
    {SYS_openat2, OPENS_AS_TOLD, 2},
#endif
    {SYS_write, WRITES, 0},
    {SYS_pwrite64, WRITES, 0},
    {SYS_writev, WRITES, 0},
    {SYS_pwritev, WRITES, 0},
    {SYS_pwritev2, WRITES, 0},
    {SYS_sendfile, WRITES, 0},
    {SYS_copy_file_range, WRITES, 2},
    {SYS_fsync, CHANGES, 0},
    {SYS_fdatasync, CHANGES, 0},
    {SYS_syncfs, CHANGES, 0},
    {SYS_sync_file_range, CHANGES, 0},
#ifdef SYS_renameat
    {SYS_renameat, CHANGES, 0},
#endif
    {SYS_renameat2, CHANGES, 0},
    {SYS_unlinkat, CHANGES, 0},
    {SYS_mkdirat, CHANGES, 0},
    {SYS_ftruncate, CHANGES, 0},
    {SYS_truncate, CHANGES, 0},
    {SYS_fallocate, CHANGES, 0},
    {SYS_flock, CHANGES, 0},
    {SYS_linkat, CHANGES, 0},
    {SYS_symlinkat, CHANGES, 0},
    {SYS_read, READS, 0},
    {SYS_readv, READS, 0},
    {SYS_pread64, LOOKS, 0},
    {SYS_preadv, LOOKS, 0},
    {SYS_preadv2, LOOKS, 0},
    {SYS_getdents64, LOOKS, 0},
#ifdef SYS_newfstatat
    {SYS_newfstatat, LOOKS, 0},
#endif
    {SYS_fstat, LOOKS, 0},
    {SYS_statx, LOOKS, 0},
    {SYS_readlinkat, LOOKS, 0},
};

enum { CALLS = sizeof calls / sizeof *calls };

_Static_assert(2 * CALLS + 2 <= CALL_FILTER_CAPACITY, "the filter has room for all calls");

static const traced_call *traced(long number) {
  for (size_t i = 0; i < CALLS; i++)
    if (calls[i].number == number) return &calls[i];
  return NULL;
}

static int opens_for_change(unsigned long long flags) {
  return (flags & (O_CREAT | O_TRUNC)) != 0 || (flags & O_ACCMODE) != O_RDONLY;
}

int is_mutating_call(pid_t tid, long number, const unsigned long long arguments[6]) {
  const traced_call *call = traced(number);
  if (!call) return 0;
  unsigned long long argument = arguments[call->argument];
  switch (call->effect) {
    case OPENS: return opens_for_change(argument);
    case OPENS_AS_TOLD:
      return opens_for_change((unsigned long long)ptrace(PTRACE_PEEKDATA, tid, (void *)argument, (void *)0));
    case CHANGES: return 1;
    // Output for the user does not change a document.
    case WRITES: return (int)argument != 1 && (int)argument != 2;
    case LOOKS:
    case READS: return 0;
  }
  return 0;
}

int is_reading_call(long number, const unsigned long long arguments[6]) {
  const traced_call *call = traced(number);
  if (!call) return 0;
  unsigned long long argument = arguments[call->argument];
  switch (call->effect) {
    case OPENS: return !opens_for_change(argument);
    case LOOKS: return 1;
    case READS: return (int)argument > 2;
    case OPENS_AS_TOLD:
    case CHANGES:
    case WRITES: return 0;
  }
  return 0;
}

unsigned short call_filter(int is_for_reading, struct sock_filter filter[CALL_FILTER_CAPACITY]) {
  unsigned short length = 0;
  filter[length++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  for (size_t i = 0; i < CALLS; i++) {
    effect effect = calls[i].effect;
    int can_read = effect == OPENS || effect == LOOKS || effect == READS;
    int can_change = effect != LOOKS && effect != READS;
    if (!(is_for_reading ? can_read : can_change)) continue;
    filter[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[i].number, 0, 1);
    filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE);
  }
  filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  return length;
}
