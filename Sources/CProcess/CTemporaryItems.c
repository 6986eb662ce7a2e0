// The handler does its work in the main thread, with the signals blocked. It uses only calls that signal-safety(7)
// allows, tgkill and getdents64, which are one system call each. If other threads create items too, it first stops all
// of them, in the same handler: an item that is registered may be created at any moment. Other threads that only write
// into a directory continue meanwhile, so the directory is listed again until it can be removed.
#define _GNU_SOURCE
#include "CTemporaryItems.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

typedef struct item {
  struct item *next;
  atomic_int is_live;
  int syncs_first;
  char path[PATH_MAX];
} item;

// Items are added in front and stay in the list for later ones, so the handler can walk it at any time.
static _Atomic(item *) items;
// For the threads that add and forget items; the handler does not take it.
static pthread_mutex_t items_lock = PTHREAD_MUTEX_INITIALIZER;
// Whether a thread other than the main one has added an item.
static atomic_int has_makers;
// Set when the process ends; threads that the handler then interrupts never continue, and are counted.
static atomic_int is_ending, stopped_threads;
// What SIGINT says; null for nothing.
static _Atomic(const char *) last_words;
// Whether SIGINT is only noted, and whether it was.
static atomic_int defers_interrupt, is_interrupted;
// How many threads do what must not be ended in its middle, and the signal that came meanwhile; 0 for none.
static atomic_int holds, held_signal;
// Can be read once SIGINT was noted; -1 before.
static atomic_int interrupt_event = -1;
// What the process prints if it gets no memory, and its exit code.
static const char *shortage_errors;
static int shortage_code;
static _Atomic(const char *) shortage_output;
static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
enum { ENDING_SIGNALS = sizeof ending_signals / sizeof *ending_signals };

// Deeper than any directory that the program makes, and shallow enough for a thread's stack.
enum { DEEPEST = 16, MOST_ROUNDS = 1000 };
// A thread in a call to a slow disk does not stop before the call ends: the longest wait, in milliseconds.
enum { LONGEST_STOP = 2000 };

typedef struct {
  uint64_t inode;
  int64_t offset;
  unsigned short length;
  unsigned char type;
  char name[];
} directory_entry;

static void remove_tree(int parent, const char *name, int depth);

static void empty_directory(int directory, int depth) {
  _Alignas(directory_entry) char buffer[2048];
  for (;;) {
    long length = syscall(SYS_getdents64, directory, buffer, sizeof buffer);
    if (length <= 0) return;
    for (long place = 0; place < length;) {
      const directory_entry *entry = (const directory_entry *)(buffer + place);
      place += entry->length;
      if (strcmp(entry->name, ".") != 0 && strcmp(entry->name, "..") != 0) remove_tree(directory, entry->name, depth);
    }
  }
}

// Opens a directory in the process that ends, which needs its standard streams no more if it has no other descriptor.
static int open_directory(int parent, const char *name, int flags) {
  for (int stream = 0;; stream++) {
    int directory = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags);
    if (directory >= 0 || (errno != EMFILE && errno != ENFILE) || stream > STDERR_FILENO) return directory;
    close(stream);
  }
}

static void remove_tree(int parent, const char *name, int depth) {
  if (unlinkat(parent, name, 0) == 0 || (errno != EISDIR && errno != EPERM)) return;
  if (depth == DEEPEST) return;
  int directory = open_directory(parent, name, O_NOFOLLOW);
  if (directory < 0) return;
  for (int round = 0; round < MOST_ROUNDS; round++) {
    empty_directory(directory, depth + 1);
    if (unlinkat(parent, name, AT_REMOVEDIR) == 0 || errno != ENOTEMPTY) break;
    lseek(directory, 0, SEEK_SET);
  }
  close(directory);
}

static int sync_directory_around(const char *path) {
  char directory[PATH_MAX];
  const char *end = strrchr(path, '/');
  size_t length = end ? (size_t)(end - path) : 0;
  if (!end) {
    strcpy(directory, ".");
  } else {
    if (length == 0) length = 1;  // the root
    memcpy(directory, path, length);
    directory[length] = 0;
  }
  int fd = open_directory(AT_FDCWD, directory, 0);
  if (fd < 0) return 0;
  // Some network file systems do not support this call for directories, because they do not need it for names.
  int is_synced = fsync(fd) == 0 || errno == EINVAL;
  close(fd);
  return is_synced;
}

static void remove_all(void) {
  for (item *each = atomic_load(&items); each; each = each->next) {
    if (!atomic_load(&each->is_live)) continue;
    if (each->syncs_first && !sync_directory_around(each->path)) continue;
    remove_tree(AT_FDCWD, each->path, 0);
  }
}

// Sends a signal to every other thread.
//
// Returns how many there are, or -1 if they cannot be listed.
static int signal_others(int number) {
  const int folder = open_directory(AT_FDCWD, "/proc/self/task", 0);
  if (folder < 0) return -1;
  _Alignas(directory_entry) char buffer[2048];
  const long self = syscall(SYS_gettid);
  int count = 0;
  long length;
  while ((length = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0) {
    for (long place = 0; place < length;) {
      const directory_entry *entry = (const directory_entry *)(buffer + place);
      place += entry->length;
      long thread = 0;
      for (const char *digit = entry->name; *digit >= '0' && *digit <= '9'; digit++) thread = 10 * thread + *digit - '0';
      if (thread == 0 || thread == self) continue;
      count++;
      syscall(SYS_tgkill, getpid(), thread, number);
    }
  }
  close(folder);
  return count;
}

static void stop_others(int number) {
  // A thread that was just being started is found in the next round; one that has ended is not.
  for (int round = 0; round < LONGEST_STOP; round++) {
    if (signal_others(number) <= atomic_load(&stopped_threads)) return;
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  }
}

static _Noreturn void stop_this(void) {
  atomic_fetch_add(&stopped_threads, 1);
  for (;;) pause();
}

static void end_process(int number) {
  if (syscall(SYS_gettid) != getpid()) {
    if (atomic_load(&is_ending)) stop_this();
    // If the main thread has blocked the signal, it ends the process when it is ready.
    int before = errno;
    syscall(SYS_tgkill, getpid(), getpid(), number);
    errno = before;
    return;
  }
  // Either this thread sees a hold, or its thread sees the signal: they write and read the two in the other order.
  atomic_store(&held_signal, number);
  if (atomic_load(&holds) > 0 && !atomic_load(&is_ending)) return;
  // Either this thread sees that others make items, or those see that the process ends: they set and read the two
  // variables in the other order.
  if (atomic_exchange(&is_ending, 1)) stop_this();  // another thread is in cti_end
  const char *words = number == SIGINT ? atomic_load(&last_words) : NULL;
  // There is nothing to do if nobody can read it.
  if (words && write(STDERR_FILENO, words, strlen(words)) < 0) words = NULL;
  if (atomic_load(&has_makers)) stop_others(number);
  remove_all();
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
  raise(number);
  // The signal was blocked until now.
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  pthread_sigmask(SIG_UNBLOCK, &only, NULL);
  _exit(128 + number);
}

// The second SIGINT ends the process in any case.
static void note_interrupt(int number) {
  if (!atomic_load(&defers_interrupt) || atomic_exchange(&is_interrupted, 1)) return end_process(number);
  const int before = errno;
  const uint64_t one = 1;
  // The first number that is written to an event always has room.
  const ssize_t written = write(atomic_load(&interrupt_event), &one, sizeof one);
  (void)written;
  errno = before;
}

// An action during which no other signal ends the process.
static struct sigaction action_with(void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < ENDING_SIGNALS; i++) sigaddset(&action.sa_mask, ending_signals[i]);
  return action;
}

static void install(void) {
  struct sigaction action = action_with(end_process);
  // What a hold protects is not disturbed by a signal that waits for its end.
  action.sa_flags = SA_RESTART;
  for (int i = 0; i < ENDING_SIGNALS; i++) {
    struct sigaction before;
    if (sigaction(ending_signals[i], NULL, &before) == 0 && !(before.sa_flags & SA_SIGINFO) &&
        before.sa_handler == SIG_DFL)
      sigaction(ending_signals[i], &action, NULL);
  }
}

void cti_will_make(const char *path, int syncs_first) {
  size_t length = strlen(path);
  if (length >= PATH_MAX) return;  // nothing can be created there
  if (syscall(SYS_gettid) != getpid()) {
    atomic_store(&has_makers, 1);
    while (atomic_load(&is_ending)) pause();
  }
  pthread_mutex_lock(&items_lock);
  item *free_item = atomic_load(&items);
  while (free_item && atomic_load(&free_item->is_live)) free_item = free_item->next;
  item *taken = free_item;
  if (!taken) {
    taken = calloc(1, sizeof *taken);
    if (!taken) {
      pthread_mutex_unlock(&items_lock);
      return;
    }
    taken->next = atomic_load(&items);
  }
  taken->syncs_first = syncs_first;
  memcpy(taken->path, path, length + 1);
  if (!free_item) {
    int is_first = taken->next == NULL;
    atomic_store(&items, taken);
    if (is_first) install();
  }
  atomic_store(&taken->is_live, 1);
  pthread_mutex_unlock(&items_lock);
}

void cti_forget(const char *path) {
  pthread_mutex_lock(&items_lock);
  for (item *each = atomic_load(&items); each; each = each->next)
    if (atomic_load(&each->is_live) && strcmp(each->path, path) == 0) atomic_store(&each->is_live, 0);
  pthread_mutex_unlock(&items_lock);
}

void cti_hold(void) {
  static atomic_int is_installed;
  if (!atomic_exchange(&is_installed, 1)) install();
  atomic_fetch_add(&holds, 1);
}

void cti_release(void) {
  if (atomic_fetch_sub(&holds, 1) != 1) return;
  const int number = atomic_load(&held_signal);
  if (number) syscall(SYS_tgkill, getpid(), getpid(), number);
}

void cti_say_at_interrupt(const char *words) {
  atomic_store(&last_words, words);
  if (words) install();
}

int cti_note_interrupts(void) {
  struct sigaction before;
  if (sigaction(SIGINT, NULL, &before) < 0 || (before.sa_flags & SA_SIGINFO)) return 0;
  if (before.sa_handler != SIG_DFL && before.sa_handler != end_process) return 0;
  if (atomic_load(&interrupt_event) < 0) {
    const int event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (event < 0) return 0;  // SIGINT then ends the process, as without a script
    atomic_store(&interrupt_event, event);
  }
  struct sigaction action = action_with(note_interrupt);
  // The calls of the work that continues are not disturbed.
  action.sa_flags = SA_RESTART;
  atomic_store(&defers_interrupt, 1);
  return sigaction(SIGINT, &action, NULL) == 0;
}

void cti_defer_interrupts(int defers) { atomic_store(&defers_interrupt, defers); }

int cti_interrupt_descriptor(void) { return atomic_load(&interrupt_event); }

int cti_is_interrupted(void) { return atomic_load(&is_interrupted); }

void cti_end_by_interrupt(void) {
  signal(SIGINT, SIG_DFL);
  raise(SIGINT);
}

_Noreturn void cti_end(const char *errors, const char *output, int code) {
  struct sigaction action = action_with(end_process);
  pthread_sigmask(SIG_BLOCK, &action.sa_mask, NULL);
  if (atomic_exchange(&is_ending, 1)) stop_this();
  // As in the handler: an item that is registered may be created at any moment.
  if (atomic_load(&has_makers) || syscall(SYS_gettid) != getpid()) {
    sigaction(SIGTERM, &action, NULL);
    stop_others(SIGTERM);
  }
  remove_all();
  // Nobody may read the texts: from here on a signal ends the process.
  for (int i = 0; i < ENDING_SIGNALS; i++) {
    struct sigaction before;
    if (sigaction(ending_signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
      signal(ending_signals[i], SIG_DFL);
  }
  pthread_sigmask(SIG_UNBLOCK, &action.sa_mask, NULL);
  if (write(STDERR_FILENO, errors, strlen(errors)) < 0) errors = NULL;
  if (output && write(STDOUT_FILENO, output, strlen(output)) < 0) output = NULL;
  _exit(code);
}

void cti_answer_at_shortage(const char *output) { atomic_store(&shortage_output, output); }

_Noreturn void cti_end_without_memory(void) { cti_end(shortage_errors, atomic_load(&shortage_output), shortage_code); }

static const int faults[] = {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP};
enum { FAULTS = sizeof faults / sizeof *faults };
// What each did before: Swift's runtime may print where the program crashed.
static struct sigaction former[FAULTS];

// Whether the last call got no memory. A runtime that prints where it failed may change errno before it aborts, but then
// there is still none.
static int lacks_memory(void) {
  if (errno == ENOMEM) return 1;
  enum { FEW = 1 << 20 };
  void *few = mmap(NULL, FEW, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (few == MAP_FAILED) return 1;
  munmap(few, FEW);
  return 0;
}

static void end_by_fault(int number) {
  // A second fault, while the process ends, ends it at once.
  for (int i = 0; i < FAULTS; i++) sigaction(faults[i], &former[i], NULL);
  if (lacks_memory()) cti_end_without_memory();
  // Another process may have sent the signal, so nothing need happen again. It is blocked until this returns.
  raise(number);
}

void cti_end_at_shortage(const char *errors, int code) {
  shortage_errors = errors;
  shortage_code = code;
  for (int i = 0; i < FAULTS; i++) sigaction(faults[i], &(struct sigaction){.sa_handler = end_by_fault}, &former[i]);
}

void cti_end_at_quit(void) {
  struct sigaction before;
  if (sigaction(SIGQUIT, NULL, &before) == 0 && (before.sa_flags & SA_SIGINFO)) signal(SIGQUIT, SIG_DFL);
}
