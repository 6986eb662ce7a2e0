// Removes the temporary items of a process when a signal ends it.
//
// Nothing is installed before the first item or hold, and before one of the calls about SIGINT. A signal that the
// process ignores, or that already has a handler, is not changed. Only the handlers of faults come before these.
#ifndef CTEMPORARYITEMS_H
#define CTEMPORARYITEMS_H

/// Registers a file or directory that will be created, to remove it on SIGINT, SIGTERM, SIGHUP or SIGQUIT.
///
/// With `syncs_first` the directory around it is synced first, and the item stays if that fails. For any thread.
void cti_will_make(const char *path, int syncs_first);

/// Unregisters an item that was removed or renamed.
void cti_forget(const char *path);

/// From now on a signal ends the process only after the same number of calls of `cti_release`. For any thread.
///
/// For short work that must be done or not begun, such as a commit.
void cti_hold(void);

/// Ends a hold, and the process if it was the last one and a signal came meanwhile.
void cti_release(void);

/// Sets what SIGINT writes to standard error before it ends the process, a text that stays in memory; null for nothing.
void cti_say_at_interrupt(const char *words);

/// From now on SIGINT is only noted, once; the second one ends the process. Returns 0 if the process ignores it, or the
/// system has no descriptor for it.
int cti_note_interrupts(void);

/// After `cti_note_interrupts`: whether SIGINT is noted, or ends the process at once as before.
void cti_defer_interrupts(int defers);

/// A descriptor that can be read from when SIGINT was noted, for poll; -1 if it is not noted. It is not to be read.
int cti_interrupt_descriptor(void);

/// Whether SIGINT was noted.
int cti_is_interrupted(void);

/// Ends the process by SIGINT, after it has cleaned up.
void cti_end_by_interrupt(void);

/// Ends the process with that code, after it has removed the items and written the texts to standard error and to
/// standard output, which may be null. For any thread; needs no memory. It does not return.
_Noreturn void cti_end(const char *errors, const char *output, int code);

/// Lets a fault end the process as `cti_end` does if it follows a call that got no memory: a runtime aborts then, and
/// many libraries then read from address 0. Any other fault ends it as before. The texts stay in memory.
void cti_end_at_shortage(const char *errors, int code);

/// What the process also writes to standard output then; null for nothing.
void cti_answer_at_shortage(const char *output);

/// Ends the process as such a fault does. It does not return.
_Noreturn void cti_end_without_memory(void);

/// Lets SIGQUIT end the process even if a runtime has a handler that continues; an ignored signal stays ignored.
void cti_end_at_quit(void);

#endif
