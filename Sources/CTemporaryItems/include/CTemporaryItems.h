// Removes the temporary items of a process when a signal ends it.
//
// Nothing is installed before the first item. A signal that the process ignores, or that already has a handler, is not
// changed.
#ifndef CTEMPORARYITEMS_H
#define CTEMPORARYITEMS_H

/// Registers a file or directory that will be created, to remove it on SIGINT, SIGTERM, SIGHUP or SIGQUIT.
///
/// With `syncs_first` the directory around it is synced first, and the item stays if that fails. For any thread.
void cti_will_make(const char *path, int syncs_first);

/// Unregisters an item that was removed or renamed.
void cti_forget(const char *path);

/// Lets SIGQUIT end the process even if a runtime has a handler that continues; an ignored signal stays ignored.
void cti_end_at_quit(void);

#endif
