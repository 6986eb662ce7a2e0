#ifndef CVFS_PRIVATE_H
#define CVFS_PRIVATE_H

#include "CSQLiteVFS.h"

struct cvfs {
  sqlite3_vfs vfs;  // first, so that SQLite's pointer is ours
  sqlite3_vfs *base;
  int is_on_disk;
  cvfs_hook hook;
  cvfs_names names;
  void *context;
  char *log;  // where the log is, or NULL: next to its database
  char name[64];
};

/// The errno of this thread's last call that failed.
extern _Thread_local int cvfs_last_errno;

cvfs *cvfs_make(const char *name);
int cvfs_register(cvfs *self);

#endif
