// The handler does its work in the main thread, which creates the items, with the signals blocked. It uses only calls
// that signal-safety(7) allows, tgkill and getdents64, which are one system call each. Other threads continue meanwhile
// and may create more files in a directory, so the directory is listed again until it can be removed.
#define _GNU_SOURCE
#include "CTemporaryItems.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef struct item {
  struct item *next;
  atomic_int is_live;
  int syncs_first;
  char path[PATH_MAX];
} item;

// Items are added in front and stay in the list for later ones, so the handler can walk it at any time.
static _Atomic(item *) items;
static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
enum { ENDING_SIGNALS = sizeof ending_signals / sizeof *ending_signals };

// Deeper than any directory that the program makes, and shallow enough for a thread's stack.
enum { DEEPEST = 16, MOST_ROUNDS = 1000 };

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

static void remove_tree(int parent, const char *name, int depth) {
  if (unlinkat(parent, name, 0) == 0 || (errno != EISDIR && errno != EPERM)) return;
  if (depth == DEEPEST) return;
  int directory = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
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
  int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
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

static void end_process(int number) {
  if (syscall(SYS_gettid) != getpid()) {
    // If the main thread has blocked the signal, it ends the process when it is ready.
    int before = errno;
    syscall(SYS_tgkill, getpid(), getpid(), number);
    errno = before;
    return;
  }
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

static void install(void) {
  struct sigaction action = {.sa_handler = end_process};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < ENDING_SIGNALS; i++) sigaddset(&action.sa_mask, ending_signals[i]);
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
  item *free_item = atomic_load(&items);
  while (free_item && atomic_load(&free_item->is_live)) free_item = free_item->next;
  item *taken = free_item;
  if (!taken) {
    taken = calloc(1, sizeof *taken);
    if (!taken) return;
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
}

void cti_forget(const char *path) {
  for (item *each = atomic_load(&items); each; each = each->next)
    if (atomic_load(&each->is_live) && strcmp(each->path, path) == 0) atomic_store(&each->is_live, 0);
}

void cti_end_at_quit(void) {
  struct sigaction before;
  if (sigaction(SIGQUIT, NULL, &before) == 0 && (before.sa_flags & SA_SIGINFO)) signal(SIGQUIT, SIG_DFL);
}
