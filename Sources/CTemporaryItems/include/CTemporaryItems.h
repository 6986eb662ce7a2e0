// Removes what a process has made for itself when a signal ends it.
//
// Nothing is installed before the first item. A signal that the process was told to ignore, or that has a handler
// already, is left alone.
#ifndef CTEMPORARYITEMS_H
#define CTEMPORARYITEMS_H

/// Notes a file or directory that is about to be made, to be removed when SIGINT, SIGTERM, SIGHUP or SIGQUIT comes.
///
/// With `syncs_first` the directory around it is synced before, and it stays where that fails. Not for two threads at
/// the same time.
void cti_will_make(const char *path, int syncs_first);

/// Forgets an item that is gone, or has another name by now.
void cti_forget(const char *path);

/// Lets SIGQUIT end the process where a runtime has a handler that continues; an ignored signal stays ignored.
void cti_end_at_quit(void);

#endif
