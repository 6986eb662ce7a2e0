#define _GNU_SOURCE
#include "CSpawner.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Sets the signals of a program as a shell does for its own.
static void set_signals(posix_spawnattr_t *attributes, int flags) {
  sigset_t none, defaults;
  sigemptyset(&none);
  sigemptyset(&defaults);
  // Programs that a shell starts in the background ignore some of these.
  int signals[] = {SIGPIPE, SIGINT, SIGQUIT, SIGTERM, SIGHUP};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigaddset(&defaults, signals[i]);
  posix_spawnattr_init(attributes);
  posix_spawnattr_setflags(attributes, (short)(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | flags));
  posix_spawnattr_setsigmask(attributes, &none);
  posix_spawnattr_setsigdefault(attributes, &defaults);
}

int spawner_start(const char *path, char *const arguments[], char *const environment[], const char *folder, int input,
                  int output, int errors, pid_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  set_signals(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, folder);
  posix_spawn_file_actions_adddup2(&actions, input, 0);
  posix_spawn_file_actions_adddup2(&actions, output, 1);
  posix_spawn_file_actions_adddup2(&actions, errors, 2);
  posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  int code = posix_spawn(process, path, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return code;
}

int spawner_start_on_terminal(const char *path, char *const arguments[], char *const environment[], const char *folder,
                              const char *terminal, pid_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  set_signals(&attributes, POSIX_SPAWN_SETSID);
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, folder);
  // The first terminal that the first program of a session opens controls the session.
  posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0);
  posix_spawn_file_actions_adddup2(&actions, 0, 1);
  posix_spawn_file_actions_adddup2(&actions, 0, 2);
  posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  int code = posix_spawn(process, path, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return code;
}

int spawner_terminal(const struct winsize *size, char *name, size_t capacity) {
  int user = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (user < 0) return -1;
  if (grantpt(user) < 0 || unlockpt(user) < 0 || ptsname_r(user, name, capacity) != 0 ||
      ioctl(user, TIOCSWINSZ, size) < 0) {
    close(user);
    return -1;
  }
  return user;
}

int spawner_end(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int spawner_scratch_file(void) { return memfd_create("paint-test", MFD_CLOEXEC); }

int spawner_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }
