// SQLite's access to the disk: a thin file system ("VFS" in SQLite's terms) between SQLite and the system's, which can
// observe, fail or cut short every file operation; a file system in memory; and one that never writes to a database,
// because its log is another file (PrivateLogVFS.c).
//
// The thin one differs from the one below it in four ways:
// - Pages that have space for a checksum get one, which is verified when they are read (PageSums.h).
// - No file is opened through a symbolic link, and only regular files are opened: SQLite would wait for a FIFO and
//   write to a device.
// - A path is made absolute without resolving links, so that a document's folder can be reached through links.
// - Shared memory gets its disk blocks when it is mapped: SQLite allocates some of them only when it writes, where a
//   full disk kills the process by SIGBUS.
#ifndef CSQLITEVFS_H
#define CSQLITEVFS_H

#include <sqlite3.h>
#include <stdint.h>

enum {
  CVFS_OPEN = 0,
  CVFS_CREATE,  // opens, creating the file if it is missing
  CVFS_READ,
  CVFS_WRITE,
  CVFS_TRUNCATE,
  CVFS_SYNC,
  CVFS_SIZE,
  CVFS_DELETE,
  CVFS_ACCESS,
  CVFS_FULL_PATH,
  CVFS_LOCK,
  CVFS_MAP,          // maps a part of the shared memory, which may be created and grow
  CVFS_LOCK_MEMORY,  // locks a part of the shared memory
};

/// A call that SQLite is about to make.
typedef struct {
  int kind;
  const char *path;   // empty for a temporary file without a name
  const void *bytes;  // the bytes to write
  int64_t offset;     // of a read or a write
  int64_t count;      // bytes of a read or a write, the length after a truncation
  int64_t allowed;    // if a write is to fail: the number of bytes to write first
} cvfs_call;

/// Called before each call: 0 allows it, an errno makes it fail. Not called for releasing locks and closing, which also
/// happen when a process dies.
typedef int (*cvfs_hook)(void *context, cvfs_call *call);

typedef struct cvfs cvfs;

/// Creates a thin file system with that name over another one (NULL: the system's); NULL without memory.
///
/// Several can be used at the same time. `base` must outlive them.
cvfs *cvfs_wrap(const char *name, const char *base, cvfs_hook hook, void *context);

/// Creates a file system with that name over another one, which reads a database there and never writes to it: the log
/// is the file at another path, and nothing is locked. NULL without memory.
///
/// A connection must be in exclusive locking mode before it reads anything.
cvfs *cvfs_with_private_log(const char *name, const char *base, const char *log);

/// Removes it; no connection may use it any more.
void cvfs_free(cvfs *vfs);

/// A file in memory, reference-counted; its functions may be called by several threads.
typedef struct cvfs_node cvfs_node;

cvfs_node *cvfs_node_new(void);
cvfs_node *cvfs_node_retain(cvfs_node *node);
void cvfs_node_release(cvfs_node *node);
int64_t cvfs_node_size(cvfs_node *node);
int64_t cvfs_node_read(cvfs_node *node, void *bytes, int64_t count, int64_t offset);

/// 0, or ENOMEM.
int cvfs_node_write(cvfs_node *node, const void *bytes, int64_t count, int64_t offset);
void cvfs_node_truncate(cvfs_node *node, int64_t size);

/// The names of a file system in memory.
typedef struct {
  /// The file of that path, retained; created if `creates` is set; NULL if there is none.
  cvfs_node *(*find)(void *context, const char *path, int creates);
  /// Removes the file of that path: 0 or an errno.
  int (*remove)(void *context, const char *path);
} cvfs_names;

/// A file system in memory; NULL without memory. Locks are effective between the connections of this process.
cvfs *cvfs_in_memory(const char *name, cvfs_names names, void *context);

#endif
