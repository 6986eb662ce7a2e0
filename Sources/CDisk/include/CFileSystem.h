// The system calls of PaintHistory's `SystemDisk`, including those that only Linux has.
//
// Every function returns a value >= 0 on success and minus the `errno` on failure, so that no caller has to read
// `errno` after Swift code has run. Every descriptor is opened close-on-exec. Calls that a signal interrupted are
// made again, except the syncs: a sync that failed is reported and never repeated.
#ifndef CFILESYSTEM_H
#define CFILESYSTEM_H

#include <stddef.h>
#include <stdint.h>

enum {
  CFS_OPEN_READ = 0,        // an existing file; a FIFO does not block
  CFS_OPEN_CREATE_NEW = 1,  // for writing; fails if the name exists, even as a symbolic link
  CFS_OPEN_LOCK = 2,        // for locking, created if missing; a regular file, not through a symbolic link
  CFS_OPEN_DIRECTORY = 3,   // an existing folder
  CFS_OPEN_MEMBER = 4,      // an existing regular file, not through a symbolic link
  CFS_OPEN_WRITE_OVER = 5,  // the same, for reading and writing
  CFS_OPEN_SPECIAL = 6,     // an existing device, terminal or pipe for writing; a FIFO waits for its reader
};

enum { CFS_RENAME_REPLACE = 0, CFS_RENAME_NO_REPLACE = 1, CFS_RENAME_EXCHANGE = 2 };

enum { CFS_KIND_OTHER = 0, CFS_KIND_FILE = 1, CFS_KIND_DIRECTORY = 2, CFS_KIND_LINK = 3 };

typedef struct {
  uint64_t device;
  uint64_t inode;
  int64_t size;
  int kind;
  uint32_t owner, group;
  uint32_t permissions;  // the lowest nine bits of the mode
} cfs_status;

/// Modes that require a regular file fail with ELOOP for a symbolic link, EISDIR for a folder and ENXIO for others.
int cfs_open(const char *path, int mode);
/// Creates an unnamed file for writing on the file system of a folder; -EOPNOTSUPP if it does not support such files.
int cfs_create_unnamed(const char *folder, int is_private);
/// Creates an unnamed file in memory for writing; -EOPNOTSUPP if it could not be opened again, without /proc.
int cfs_create_in_memory(void);
/// Gives an open file a name, which must be free.
int cfs_link(int fd, const char *path);
/// Opens an open file again, for reading from its beginning.
int cfs_reopen(int fd);
/// Sets the lowest nine bits of an open file's mode.
int cfs_set_permissions(int fd, uint32_t permissions);
/// Sets the owner and the group of an open file, or the group alone where only that is permitted.
int cfs_set_owner(int fd, uint32_t owner, uint32_t group);
/// Whether this user may write to an existing file: 0, or minus the reason why not.
int cfs_may_write(const char *path);
/// Copies the path to which the system follows a symbolic link, with a NUL, to `target`: 0, or 1 if the link led to no
/// file, so that an empty one was created there. It fails where open(2) refuses to follow the link.
int cfs_follow_link(const char *path, char *target, size_t size);
/// Copies the target of a symbolic link, with a NUL, to `target`; -ENAMETOOLONG if it is longer, -EINVAL if there is no link.
int cfs_read_link(const char *path, char *target, size_t size);
int cfs_close(int fd);
int64_t cfs_read(int fd, void *bytes, size_t count, int64_t offset);
int cfs_write(int fd, const void *bytes, size_t count);
int cfs_sync(int fd);
int cfs_sync_file_system(int fd);
int cfs_rename(const char *from, const char *to, int mode);
int cfs_remove(const char *path);
int cfs_remove_directory(const char *path);
int cfs_create_directory(const char *path, int is_private);
int cfs_status_of_path(const char *path, int follows_links, cfs_status *status);
int cfs_status_of_file(int fd, cfs_status *status);

/// Calls `body` with each name in the folder except `.` and `..` that comes after `first`, in any order. Names are
/// ordered by their length, then by their bytes; a name equal to `first` is included.
int cfs_names(
    const char *path, const char *first, void *context, void (*body)(void *context, const char *name));

/// Calls `body` with each name in an open folder except `.` and `..`, and closes it.
int cfs_names_closing(int fd, void *context, void (*body)(void *context, const char *name));

/// Locks a file exclusively, waiting at most `wait` nanoseconds: 1 if the lock is held, 0 if another process kept it.
int cfs_lock(int fd, int64_t wait);
/// Releases the lock, and tells those who watch the file.
int cfs_unlock(int fd);

/// Begins to watch: a descriptor for the calls below, to be closed.
int cfs_watch_start(void);
/// Watches a folder: files that are created in it or moved into it, and the folder's own move or removal.
int cfs_watch_folder(int watch, const char *path);
/// Watches a file, not through a symbolic link: each time that it is closed. Watching it again changes nothing.
int cfs_watch_file(int watch, const char *path);
/// Waits for an event and forgets all that have happened: 1; or 0 as soon as nobody can read `output` any longer, or 2 as
/// soon as `other` can be read, which may be -1 for none.
int cfs_watch_wait(int watch, int output, int other);

/// The effective user's number.
uint32_t cfs_user(void);

/// Nanoseconds on a clock that only goes forward.
int64_t cfs_monotonic_time(void);

#endif
