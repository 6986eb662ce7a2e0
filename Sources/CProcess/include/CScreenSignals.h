// Lets a program that has taken the whole screen of a terminal learn of signals between two pictures.
#ifndef CSCREENSIGNALS_H
#define CSCREENSIGNALS_H

/// Holds back the signals that end or stop the process, and the one of a new window size. Signals that the process
/// ignores stay ignored. For a process with one thread.
///
/// Returns a descriptor that is readable while there is a signal, or a negative error number.
int css_hold(void);

/// The number of the next signal that was held back, or 0 if there is none.
int css_next(int descriptor);

/// Closes the descriptor, and lets signals act as before.
void css_release(int descriptor);

#endif
