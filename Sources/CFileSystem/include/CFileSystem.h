// The system calls behind PaintHistory's `SystemDisk`, Linux's own ones among them.
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
  CFS_OPEN_CREATE_NEW = 1,  // for writing; fails where the name is taken, by a symbolic link too
  CFS_OPEN_LOCK = 2,        // for locking, made where there is none; a regular file, not through a symbolic link
  CFS_OPEN_DIRECTORY = 3,   // an existing folder
  CFS_OPEN_MEMBER = 4,      // an existing regular file, not through a symbolic link
  CFS_OPEN_WRITE_OVER = 5,  // the same, for reading and writing
};

enum { CFS_RENAME_REPLACE = 0, CFS_RENAME_NO_REPLACE = 1, CFS_RENAME_EXCHANGE = 2 };

enum { CFS_KIND_OTHER = 0, CFS_KIND_FILE = 1, CFS_KIND_DIRECTORY = 2, CFS_KIND_LINK = 3 };

typedef struct {
  uint64_t device;
  uint64_t inode;
  int64_t size;
  int kind;
  uint32_t owner;
} cfs_status;

/// Where only a regular file will do: ELOOP for a symbolic link, EISDIR for a folder, ENXIO for what else there is.
int cfs_open(const char *path, int mode);
/// Makes a file without a name on the file system of a folder, to be written; -EOPNOTSUPP where there are no such files.
int cfs_create_unnamed(const char *folder, int is_private);
/// Gives an open file a name, which must be free.
int cfs_link(int fd, const char *path);
/// Opens an open file again, for reading from its beginning.
int cfs_reopen(int fd);
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

/// Calls `body` with each name in the folder except `.` and `..`, in no order, that is longer than `first`, or as long and
/// not before it in the order of bytes.
int cfs_names(
    const char *path, const char *first, void *context, void (*body)(void *context, const char *name));

/// Locks a file exclusively, waiting at most `wait` nanoseconds: 1 when the lock is held, 0 when another kept it.
int cfs_lock(int fd, int64_t wait);
int cfs_unlock(int fd);

/// The effective user's number.
uint32_t cfs_user(void);

/// Nanoseconds on a clock that only goes forward.
int64_t cfs_monotonic_time(void);

#endif
