// Waits for changes of files, with inotify(7).
//
// Only the fact that something happened is kept: who waits reads the files anyway. So it does not matter if the queue
// of events overflows.
#define _GNU_SOURCE
#include "CFileSystem.h"

#include <errno.h>
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

int cfs_watch_start(void) {
  int watch = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  return watch < 0 ? -errno : watch;
}

static int add(int watch, const char *path, uint32_t events) {
  return inotify_add_watch(watch, path, events) < 0 ? -errno : 0;
}

int cfs_watch_folder(int watch, const char *path) {
  return add(watch, path, IN_CREATE | IN_MOVED_TO | IN_MOVE_SELF | IN_DELETE_SELF | IN_ONLYDIR);
}

int cfs_watch_file(int watch, const char *path) { return add(watch, path, IN_CLOSE | IN_DONT_FOLLOW); }

static int forget_events(int watch) {
  _Alignas(struct inotify_event) char events[4096];
  for (;;) {
    ssize_t length = read(watch, events, sizeof events);
    if (length > 0 || (length < 0 && errno == EINTR)) continue;
    return length == 0 || errno == EAGAIN ? 1 : -errno;
  }
}

int cfs_watch_wait(int watch, int output, int other) {
  for (;;) {
    // Without requested events, poll reports only that the other end is closed.
    struct pollfd polled[] = {{.fd = watch, .events = POLLIN}, {.fd = output}, {.fd = other, .events = POLLIN}};
    if (poll(polled, 3, -1) < 0) {
      if (errno == EINTR) continue;
      return -errno;
    }
    if (polled[2].revents != 0) return 2;
    if (polled[1].revents != 0) return 0;
    if (polled[0].revents != 0) return forget_events(watch);
  }
}
