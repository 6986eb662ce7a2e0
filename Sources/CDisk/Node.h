#ifndef CVFS_NODE_H
#define CVFS_NODE_H

#include <pthread.h>
#include <stdatomic.h>

#include "CSQLiteVFS.h"

struct cvfs_node {
  atomic_int references;
  pthread_mutex_t mutex;  // guards everything below
  char *bytes;
  int64_t size, capacity;

  // SQLite's locks on the file; the pointers are compared only.
  int shared;
  const void *reserved, *exclusive;

  // The shared memory, which exists as long as a connection has mapped it.
  int users;
  char **parts;
  int part_count;
  int shared_parts[SQLITE_SHM_NLOCK];
  const void *exclusive_parts[SQLITE_SHM_NLOCK];
};

#endif
