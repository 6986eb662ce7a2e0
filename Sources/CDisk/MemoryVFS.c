// Files in memory for SQLite: a callback finds their names, nodes hold their bytes and locks.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "CVFS.h"
#include "Node.h"

typedef struct {
  sqlite3_file file;  // first
  cvfs *fs;
  cvfs_node *node;
  char *removed_on_close;  // its path, or NULL
  int level;
  int has_mapped;
} memory_file;

static int memory_close(sqlite3_file *file) {
  memory_file *self = (memory_file *)file;
  file->pMethods->xShmUnmap(file, 0);
  file->pMethods->xUnlock(file, SQLITE_LOCK_NONE);
  if (self->removed_on_close) self->fs->names.remove(self->fs->context, self->removed_on_close);
  free(self->removed_on_close);
  cvfs_node_release(self->node);
  self->node = NULL;
  return SQLITE_OK;
}

static int memory_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  int64_t done = cvfs_node_read(((memory_file *)file)->node, bytes, count, offset);
  if (done == count) return SQLITE_OK;
  memset((char *)bytes + done, 0, (size_t)(count - done));
  return SQLITE_IOERR_SHORT_READ;
}

static int memory_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  return cvfs_node_write(((memory_file *)file)->node, bytes, count, offset) ? SQLITE_FULL : SQLITE_OK;
}

static int memory_truncate(sqlite3_file *file, sqlite3_int64 size) {
  cvfs_node_truncate(((memory_file *)file)->node, size);
  return SQLITE_OK;
}

static int memory_sync(sqlite3_file *file, int flags) { return SQLITE_OK; }

static int memory_size(sqlite3_file *file, sqlite3_int64 *size) {
  *size = cvfs_node_size(((memory_file *)file)->node);
  return SQLITE_OK;
}

static int memory_lock(sqlite3_file *file, int level) {
  memory_file *self = (memory_file *)file;
  cvfs_node *node = self->node;
  if (level <= self->level) return SQLITE_OK;
  int code = SQLITE_OK;
  pthread_mutex_lock(&node->mutex);
  int is_others = node->exclusive && node->exclusive != self;
  if (level >= SQLITE_LOCK_RESERVED && node->reserved && node->reserved != self) is_others = 1;
  if (is_others || (level == SQLITE_LOCK_EXCLUSIVE && node->shared > (self->level >= SQLITE_LOCK_SHARED))) {
    code = SQLITE_BUSY;
  } else {
    if (self->level < SQLITE_LOCK_SHARED) node->shared++;
    if (level >= SQLITE_LOCK_RESERVED) node->reserved = self;
    if (level == SQLITE_LOCK_EXCLUSIVE) node->exclusive = self;
    self->level = level;
  }
  pthread_mutex_unlock(&node->mutex);
  return code;
}

static int memory_unlock(sqlite3_file *file, int level) {
  memory_file *self = (memory_file *)file;
  cvfs_node *node = self->node;
  if (level >= self->level) return SQLITE_OK;
  pthread_mutex_lock(&node->mutex);
  if (node->exclusive == self) node->exclusive = NULL;
  if (node->reserved == self) node->reserved = NULL;
  if (level == SQLITE_LOCK_NONE) node->shared--;
  self->level = level;
  pthread_mutex_unlock(&node->mutex);
  return SQLITE_OK;
}

static int memory_check_reserved(sqlite3_file *file, int *result) {
  cvfs_node *node = ((memory_file *)file)->node;
  pthread_mutex_lock(&node->mutex);
  *result = node->reserved != NULL;
  pthread_mutex_unlock(&node->mutex);
  return SQLITE_OK;
}

static int memory_control(sqlite3_file *file, int operation, void *argument) { return SQLITE_NOTFOUND; }

static int memory_sector_size(sqlite3_file *file) { return 4096; }

// The same as for the system's VFS, so that SQLite makes the same calls.
static int memory_characteristics(sqlite3_file *file) { return SQLITE_IOCAP_POWERSAFE_OVERWRITE; }

static int memory_map(sqlite3_file *file, int part, int size, int extends, void volatile **memory) {
  memory_file *self = (memory_file *)file;
  cvfs_node *node = self->node;
  int code = SQLITE_OK;
  *memory = NULL;
  pthread_mutex_lock(&node->mutex);
  if (!self->has_mapped) {
    self->has_mapped = 1;
    node->users++;
  }
  if (part >= node->part_count && extends) {
    char **parts = realloc(node->parts, (size_t)(part + 1) * sizeof *parts);
    if (parts) node->parts = parts;
    while (parts && node->part_count <= part && (parts[node->part_count] = calloc(1, (size_t)size))) node->part_count++;
    if (node->part_count <= part) code = SQLITE_IOERR_NOMEM;
  }
  if (part < node->part_count) *memory = node->parts[part];
  pthread_mutex_unlock(&node->mutex);
  return code;
}

static int memory_lock_memory(sqlite3_file *file, int offset, int count, int flags) {
  cvfs_node *node = ((memory_file *)file)->node;
  int code = SQLITE_OK;
  pthread_mutex_lock(&node->mutex);
  for (int i = offset; i < offset + count; i++) {
    if (flags & SQLITE_SHM_UNLOCK) {
      if (flags & SQLITE_SHM_EXCLUSIVE) {
        if (node->exclusive_parts[i] == file) node->exclusive_parts[i] = NULL;
      } else if (node->shared_parts[i] > 0) {
        node->shared_parts[i]--;
      }
    } else if (node->exclusive_parts[i] || (flags & SQLITE_SHM_EXCLUSIVE && node->shared_parts[i])) {
      code = SQLITE_BUSY;
    }
  }
  for (int i = offset; i < offset + count && code == SQLITE_OK && flags & SQLITE_SHM_LOCK; i++) {
    if (flags & SQLITE_SHM_EXCLUSIVE) node->exclusive_parts[i] = file; else node->shared_parts[i]++;
  }
  pthread_mutex_unlock(&node->mutex);
  return code;
}

static void memory_barrier(sqlite3_file *file) { atomic_thread_fence(memory_order_seq_cst); }

static int memory_unmap(sqlite3_file *file, int deletes) {
  memory_file *self = (memory_file *)file;
  cvfs_node *node = self->node;
  if (!self->has_mapped) return SQLITE_OK;
  self->has_mapped = 0;
  pthread_mutex_lock(&node->mutex);
  if (--node->users == 0) {
    for (int i = 0; i < node->part_count; i++) free(node->parts[i]);
    free(node->parts);
    node->parts = NULL;
    node->part_count = 0;
    memset(node->shared_parts, 0, sizeof node->shared_parts);
    memset(node->exclusive_parts, 0, sizeof node->exclusive_parts);
  }
  pthread_mutex_unlock(&node->mutex);
  return SQLITE_OK;
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = memory_close,
    .xRead = memory_read,
    .xWrite = memory_write,
    .xTruncate = memory_truncate,
    .xSync = memory_sync,
    .xFileSize = memory_size,
    .xLock = memory_lock,
    .xUnlock = memory_unlock,
    .xCheckReservedLock = memory_check_reserved,
    .xFileControl = memory_control,
    .xSectorSize = memory_sector_size,
    .xDeviceCharacteristics = memory_characteristics,
    .xShmMap = memory_map,
    .xShmLock = memory_lock_memory,
    .xShmBarrier = memory_barrier,
    .xShmUnmap = memory_unmap,
};

static int memory_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *flags_out) {
  cvfs *fs = (cvfs *)vfs;
  memory_file *self = (memory_file *)file;
  memset(self, 0, sizeof *self);
  self->fs = fs;
  self->node = path ? fs->names.find(fs->context, path, (flags & SQLITE_OPEN_CREATE) != 0) : cvfs_node_new();
  if (!self->node) {
    cvfs_last_errno = ENOENT;
    return SQLITE_CANTOPEN;
  }
  if (path && flags & SQLITE_OPEN_DELETEONCLOSE) self->removed_on_close = strdup(path);
  if (flags_out) *flags_out = flags;
  file->pMethods = &methods;
  return SQLITE_OK;
}

static int memory_delete(sqlite3_vfs *vfs, const char *path, int syncs) {
  cvfs *fs = (cvfs *)vfs;
  int reason = fs->names.remove(fs->context, path);
  if (reason == ENOENT) return SQLITE_IOERR_DELETE_NOENT;
  return reason ? SQLITE_IOERR_DELETE : SQLITE_OK;
}

static int memory_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
  cvfs *fs = (cvfs *)vfs;
  cvfs_node *node = fs->names.find(fs->context, path, 0);
  // Like the system's VFS: an empty journal does not exist.
  *result = node && (flags != SQLITE_ACCESS_EXISTS || cvfs_node_size(node) > 0);
  cvfs_node_release(node);
  return SQLITE_OK;
}

static int memory_full_path(sqlite3_vfs *vfs, const char *path, int count, char *full) {
  if (strlen(path) >= (size_t)count) return SQLITE_CANTOPEN;
  strcpy(full, path);
  return SQLITE_OK;
}

static int memory_randomness(sqlite3_vfs *vfs, int count, char *bytes) {
  sqlite3_vfs *base = ((cvfs *)vfs)->base;
  return base->xRandomness(base, count, bytes);
}

static int memory_sleep(sqlite3_vfs *vfs, int microseconds) {
  sqlite3_vfs *base = ((cvfs *)vfs)->base;
  return base->xSleep(base, microseconds);
}

static int memory_time(sqlite3_vfs *vfs, double *time) {
  sqlite3_vfs *base = ((cvfs *)vfs)->base;
  return base->xCurrentTime(base, time);
}

static int memory_last_error(sqlite3_vfs *vfs, int count, char *text) { return cvfs_last_errno; }

cvfs *cvfs_in_memory(const char *name, cvfs_names names, void *context) {
  sqlite3_vfs *system = sqlite3_vfs_find(NULL);
  cvfs *self = system ? cvfs_make(name) : NULL;
  if (!self) return NULL;
  self->base = system;
  self->names = names;
  self->context = context;
  self->vfs.iVersion = 1;
  self->vfs.szOsFile = (int)sizeof(memory_file);
  self->vfs.mxPathname = 1024;
  self->vfs.xOpen = memory_open;
  self->vfs.xDelete = memory_delete;
  self->vfs.xAccess = memory_access;
  self->vfs.xFullPathname = memory_full_path;
  self->vfs.xRandomness = memory_randomness;
  self->vfs.xSleep = memory_sleep;
  self->vfs.xCurrentTime = memory_time;
  self->vfs.xGetLastError = memory_last_error;
  if (cvfs_register(self) != SQLITE_OK) {
    free(self);
    return NULL;
  }
  return self;
}
