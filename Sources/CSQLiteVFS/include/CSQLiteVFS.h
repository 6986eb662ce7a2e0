// SQLite's door to the disk: a thin file system ("VFS" in SQLite's words) between SQLite and the system's, through
// which every file operation can be seen, failed or cut short; one whose files lie in memory; and one that never writes to a
// database, because its log is another file (PrivateLogVFS.c).
//
// The thin one differs from the one behind it in four ways. Pages that have room for a checksum get one, which is looked
// at when they are read (PageSums.h). No file is opened through a symbolic link, and none that is
// not a regular file: SQLite would wait for a FIFO and write to a device. A path is made absolute without resolving
// links, so that the folder of a document may be reached through them. And shared memory is given its blocks when it
// is mapped: SQLite leaves a part of them to the moment of writing, where a full disk kills the process by SIGBUS.
#ifndef CSQLITEVFS_H
#define CSQLITEVFS_H

#include <sqlite3.h>
#include <stdint.h>

enum {
  CVFS_OPEN = 0,
  CVFS_CREATE,  // opens, making the file where there is none
  CVFS_READ,
  CVFS_WRITE,
  CVFS_TRUNCATE,
  CVFS_SYNC,
  CVFS_SIZE,
  CVFS_DELETE,
  CVFS_ACCESS,
  CVFS_FULL_PATH,
  CVFS_LOCK,
  CVFS_MAP,          // maps a part of the shared memory, which may be made and grow
  CVFS_LOCK_MEMORY,  // locks a part of the shared memory
};

/// A call that SQLite is about to make.
typedef struct {
  int kind;
  const char *path;   // empty for a temporary file without a name
  const void *bytes;  // what is to be written
  int64_t offset;     // of a read or a write
  int64_t count;      // bytes of a read or a write, the length after a truncation
  int64_t allowed;    // where a write is to fail: so many of its bytes are written before
} cvfs_call;

/// Sees a call before it is made: 0 lets it be made, an errno makes it fail. Letting go of locks and closing are not
/// asked for: they happen when a process dies too.
typedef int (*cvfs_hook)(void *context, cvfs_call *call);

typedef struct cvfs cvfs;

/// Puts a thin file system with that name before another one (NULL: the system's); NULL where memory is short.
///
/// Several may be in use at once. `base` must live longer.
cvfs *cvfs_wrap(const char *name, const char *base, cvfs_hook hook, void *context);

/// Puts a file system with that name before another one, which reads a database there and never writes to it: the log is the
/// file of another path, and nothing is locked. NULL where memory is short.
///
/// A connection must be in exclusive locking mode before it reads anything.
cvfs *cvfs_with_private_log(const char *name, const char *base, const char *log);

/// Takes it away; no connection may use it any more.
void cvfs_free(cvfs *vfs);

/// A file whose bytes lie in memory. Counted references; its functions may be called by several threads.
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
  /// The file of that path, retained; made where `creates`; NULL where there is none.
  cvfs_node *(*find)(void *context, const char *path, int creates);
  /// Removes the file of that path: 0 or an errno.
  int (*remove)(void *context, const char *path);
} cvfs_names;

/// A file system in memory; NULL where memory is short. Locks hold between the connections of this process.
cvfs *cvfs_in_memory(const char *name, cvfs_names names, void *context);

#endif
