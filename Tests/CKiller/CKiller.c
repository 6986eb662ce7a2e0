#define _GNU_SOURCE
#include "CKiller.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "TracedCalls.h"

extern char **environ;

typedef struct {
  const char *path;
  char *const *arguments;
  char *const *environment;
  const char *folder, *input, *output, *errors;
  long kill_before;
  int signal;
  // If not 0, reading calls are counted instead, and the one of the number `kill_before` fails with it.
  int error;

  long count;
  int status;
  int code;
  int reason;  // errno
  atomic_int group;
  atomic_int is_abandoned;

  pthread_mutex_t mutex;
  pthread_cond_t ended;
  int has_ended;  // guarded by the mutex
} run;

typedef struct {
  int is_trace_refused;
  int reason;
} start_failure;

// In the new process, between fork and exec: only calls that are safe after a fork of one of several threads.
//
// The filter stops the program only at the calls that count: with a stop before and after every call it takes twice the
// time. It also applies here, where nobody follows yet and such calls fail, so what went wrong is left in shared memory.
static void become_program(const run *self, int input, int output, int errors, const struct sock_fprog *filter,
                           start_failure *failure) {
  setpgid(0, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  // Programs that a shell starts in the background ignore some of these.
  int defaults[] = {SIGPIPE, SIGINT, SIGQUIT, SIGTERM, SIGHUP};
  for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++) signal(defaults[i], SIG_DFL);
  if (dup2(input, 0) >= 0 && dup2(output, 1) >= 0 && dup2(errors, 2) >= 0 &&
      (!self->folder || chdir(self->folder) == 0)) {
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) < 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, filter) < 0) {
      failure->is_trace_refused = 1;
    } else {
      execve(self->path, self->arguments, self->environment ? self->environment : environ);
    }
  }
  failure->reason = errno;
  _exit(127);
}

// The threads and processes that are traced.
typedef struct {
  pid_t *items;
  size_t count, capacity;
} tracees;

static int is_new(tracees *all, pid_t tid) {
  for (size_t i = 0; i < all->count; i++)
    if (all->items[i] == tid) return 0;
  if (all->count == all->capacity) {
    size_t capacity = all->capacity ? 2 * all->capacity : 16;
    pid_t *items = realloc(all->items, capacity * sizeof *items);
    if (!items) abort();
    all->items = items;
    all->capacity = capacity;
  }
  all->items[all->count++] = tid;
  return 1;
}

static void forget(tracees *all, pid_t tid) {
  for (size_t i = 0; i < all->count; i++)
    if (all->items[i] == tid) {
      all->items[i] = all->items[--all->count];
      return;
    }
}

// Replaces the system call before which a thread has stopped by one that does not exist, and sets its result.
static void fail_call(pid_t tid, long result) {
#if defined(__x86_64__)
  ptrace(PTRACE_POKEUSER, tid, (void *)offsetof(struct user_regs_struct, orig_rax), (void *)-1);
  ptrace(PTRACE_POKEUSER, tid, (void *)offsetof(struct user_regs_struct, rax), (void *)result);
#elif defined(__aarch64__)
  int number = -1;
  struct iovec part = {&number, sizeof number};
  ptrace(PTRACE_SETREGSET, tid, (void *)NT_ARM_SYSTEM_CALL, &part);
  struct user_regs_struct registers;
  struct iovec all = {&registers, sizeof registers};
  if (ptrace(PTRACE_GETREGSET, tid, (void *)NT_PRSTATUS, &all) < 0) return;
  registers.regs[0] = (unsigned long long)result;
  ptrace(PTRACE_SETREGSET, tid, (void *)NT_PRSTATUS, &all);
#else
  (void)tid;
  (void)result;
#endif
}

static void kill_all(const tracees *all, pid_t group) {
  kill(-group, SIGKILL);
  // Those that have left the process group.
  for (size_t i = 0; i < all->count; i++) kill(all->items[i], SIGKILL);
}

static int counts(const run *self, pid_t tid, long number, const unsigned long long arguments[6]) {
  return self->error ? is_reading_call(number, arguments) : is_mutating_call(tid, number, arguments);
}

static void follow(run *self, pid_t program) {
  tracees all = {NULL, 0, 0};
  is_new(&all, program);
  int is_killed = 0;
  long options = PTRACE_O_TRACESECCOMP | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
                 PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
  if (ptrace(PTRACE_SETOPTIONS, program, NULL, (void *)options) < 0 || ptrace(PTRACE_CONT, program, NULL, NULL) < 0) {
    self->code = KILLER_NOT_PERMITTED;
    self->reason = errno;
    kill_all(&all, program);
    is_killed = 1;
  }
  for (;;) {
    int status;
    pid_t tid = waitpid(-1, &status, __WALL | __WNOTHREAD);
    if (tid < 0) {
      if (errno == EINTR) continue;
      break;
    }
    if (!WIFSTOPPED(status)) {
      forget(&all, tid);
      if (tid == program) self->status = status;
      continue;
    }
    int is_first_stop = is_new(&all, tid);
    if (is_killed) {
      kill(tid, SIGKILL);
      continue;
    }
    int signal = WSTOPSIG(status);
    if (status >> 16 == PTRACE_EVENT_SECCOMP) {
      signal = 0;
      struct __ptrace_syscall_info call;
      if (ptrace(PTRACE_GET_SYSCALL_INFO, tid, (void *)sizeof call, &call) < 0) {
        if (errno != ESRCH) {
          self->code = KILLER_UNSUPPORTED;
          self->reason = errno;
          kill_all(&all, program);
          is_killed = 1;
          continue;
        }
      } else if (counts(self, tid, (long)call.seccomp.nr, (const unsigned long long *)call.seccomp.args) &&
                 ++self->count == self->kill_before) {
        if (self->error) {
          fail_call(tid, -(long)self->error);
        } else if (self->signal != SIGKILL) {
          kill(program, self->signal);
        } else {
          kill_all(&all, program);
          is_killed = 1;
          continue;
        }
      }
    } else if (status >> 16 != 0 || (is_first_stop && signal == SIGSTOP)) {
      signal = 0;  // stops of the trace itself, which the program must not see
    }
    ptrace(PTRACE_CONT, tid, NULL, (void *)(long)signal);
  }
  free(all.items);
}

// Runs in a separate thread: the kernel only lets the tracing thread give orders, and a thread without other children
// cannot reap processes that other threads started.
static void *trace(void *context) {
  run *self = context;
  int input = open(self->input ? self->input : "/dev/null", O_RDONLY | O_CLOEXEC);
  int output = open(self->output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  int errors = open(self->errors, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  start_failure *failure = mmap(NULL, sizeof *failure, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  struct sock_filter instructions[CALL_FILTER_CAPACITY];
  struct sock_fprog filter = {call_filter(self->error != 0, instructions), instructions};
  pid_t program = -1;
  if (input >= 0 && output >= 0 && errors >= 0 && failure != MAP_FAILED) program = fork();
  if (program == 0) become_program(self, input, output, errors, &filter, failure);
  if (program < 0) {
    self->code = KILLER_CANNOT_START;
    self->reason = errno;
  } else {
    setpgid(program, program);
    atomic_store(&self->group, program);
    int status = 0;
    while (waitpid(program, &status, __WALL) < 0 && errno == EINTR) continue;
    if (WIFSTOPPED(status)) {
      follow(self, program);
    } else {
      self->reason = failure->reason ? failure->reason : ECHILD;
      self->code = failure->is_trace_refused ? KILLER_NOT_PERMITTED : KILLER_CANNOT_START;
    }
  }
  if (failure != MAP_FAILED) munmap(failure, sizeof *failure);
  if (atomic_load(&self->is_abandoned)) self->code = KILLER_TIMED_OUT;
  int open_files[] = {input, output, errors};
  for (int i = 0; i < 3; i++)
    if (open_files[i] >= 0) close(open_files[i]);
  pthread_mutex_lock(&self->mutex);
  self->has_ended = 1;
  pthread_cond_signal(&self->ended);
  pthread_mutex_unlock(&self->mutex);
  return NULL;
}

// Waits for the end of the trace until the time limit; then kills the program.
static void wait_or_abandon(run *self) {
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_sec += KILLER_TIME_LIMIT;
  int failure = 0;
  pthread_mutex_lock(&self->mutex);
  while (!self->has_ended && !failure) failure = pthread_cond_timedwait(&self->ended, &self->mutex, &until);
  int is_late = !self->has_ended;
  pthread_mutex_unlock(&self->mutex);
  if (!is_late) return;
  atomic_store(&self->is_abandoned, 1);
  if (atomic_load(&self->group) > 0) kill(-atomic_load(&self->group), SIGKILL);
}

int killer_run(const char *path, char *const arguments[], char *const environment[], const char *folder,
               const char *input, const char *output, const char *errors, long kill_before, long *count, int *status) {
  return killer_run_signalled(path, arguments, environment, folder, input, output, errors, kill_before, SIGKILL, count,
                              status);
}

static int run_traced(run *self, long *count, int *status) {
  // A condition and not pthread_clockjoin_np, which the thread sanitizer does not know.
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&self->ended, &attributes);
  pthread_condattr_destroy(&attributes);
  pthread_mutex_init(&self->mutex, NULL);
  pthread_t thread;
  int failure = pthread_create(&thread, NULL, trace, self);
  if (failure) {
    self->code = KILLER_CANNOT_START;
    self->reason = failure;
  } else {
    wait_or_abandon(self);
    pthread_join(thread, NULL);
  }
  pthread_cond_destroy(&self->ended);
  pthread_mutex_destroy(&self->mutex);
  *count = self->count;
  *status = self->status;
  errno = self->reason;
  return self->code;
}

int killer_run_signalled(const char *path, char *const arguments[], char *const environment[], const char *folder,
                         const char *input, const char *output, const char *errors, long kill_before, int signal,
                         long *count, int *status) {
  run self = {.path = path,
              .arguments = arguments,
              .environment = environment,
              .folder = folder,
              .input = input,
              .output = output,
              .errors = errors,
              .kill_before = kill_before,
              .signal = signal};
  return run_traced(&self, count, status);
}

int killer_run_failing(const char *path, char *const arguments[], char *const environment[], const char *folder,
                       const char *output, const char *errors, long failing, int error, long *count, int *status) {
  run self = {.path = path,
              .arguments = arguments,
              .environment = environment,
              .folder = folder,
              .output = output,
              .errors = errors,
              .kill_before = failing,
              .error = error};
  return run_traced(&self, count, status);
}

const char *killer_explanation(int code) {
  switch (code) {
    case KILLER_OK: return "the program ended or was killed";
    case KILLER_NOT_PERMITTED:
      return "this machine does not permit ptrace with seccomp, so no program can be killed call by call";
    case KILLER_CANNOT_START: return "the program cannot be started";
    case KILLER_UNSUPPORTED: return "this kernel is older than Linux 5.3 and cannot describe system calls";
    case KILLER_TIMED_OUT: return "the program took too long and was killed";
    default: return "unknown";
  }
}
