#define _GNU_SOURCE
#include "CScreenSignals.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

static sigset_t before;

int css_hold(void) {
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};
  sigset_t held;
  sigemptyset(&held);
  // Its usual action is to do nothing, but it is kept while it is blocked.
  sigaddset(&held, SIGWINCH);
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) {
    struct sigaction action;
    if (sigaction(signals[index], NULL, &action) == 0 && action.sa_handler != SIG_IGN) {
      sigaddset(&held, signals[index]);
    }
  }
  int error = pthread_sigmask(SIG_BLOCK, &held, &before);
  if (error != 0) return -error;
  int descriptor = signalfd(-1, &held, SFD_CLOEXEC | SFD_NONBLOCK);
  if (descriptor >= 0) return descriptor;
  error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return -error;
}

int css_next(int descriptor) {
  struct signalfd_siginfo signal;
  for (;;) {
    ssize_t count = read(descriptor, &signal, sizeof signal);
    if (count == sizeof signal) return (int)signal.ssi_signo;
    if (count >= 0 || errno != EINTR) return 0;
  }
}

void css_release(int descriptor) {
  close(descriptor);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}
