#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "CVFS.h"
#include "PageSums.h"

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

_Thread_local int cvfs_last_errno;

typedef struct {
  sqlite3_file file;  // first
  cvfs *fs;
  const char *path;
  int mapped;  // parts of the shared memory that have blocks on the disk
  page_sums sums;
  sqlite3_file real[];
} thin_file;

static const char *or_empty(const char *path) { return path ? path : ""; }

/// 0 if the call is allowed, otherwise the error for SQLite.
static int ask(cvfs *fs, cvfs_call *call) {
  if (!fs->hook) return SQLITE_OK;
  int reason = fs->hook(fs->context, call);
  if (!reason) return SQLITE_OK;
  cvfs_last_errno = reason;
  int is_full = reason == ENOSPC || reason == EDQUOT;
  switch (call->kind) {
    case CVFS_READ: return SQLITE_IOERR_READ;
    case CVFS_WRITE: return is_full ? SQLITE_FULL : SQLITE_IOERR_WRITE;
    case CVFS_TRUNCATE: return SQLITE_IOERR_TRUNCATE;
    case CVFS_SYNC: return SQLITE_IOERR_FSYNC;
    case CVFS_SIZE: return SQLITE_IOERR_FSTAT;
    case CVFS_DELETE: return SQLITE_IOERR_DELETE;
    case CVFS_ACCESS: return SQLITE_IOERR_ACCESS;
    case CVFS_LOCK: return SQLITE_IOERR_LOCK;
    case CVFS_MAP: return is_full ? SQLITE_IOERR_SHMSIZE : SQLITE_IOERR_SHMMAP;
    case CVFS_LOCK_MEMORY: return SQLITE_IOERR_SHMLOCK;
    default: return SQLITE_CANTOPEN;
  }
}

static int ask_of(sqlite3_file *file, int kind, int64_t count) {
  thin_file *self = (thin_file *)file;
  if (!self->fs->hook) return SQLITE_OK;
  cvfs_call call = {.kind = kind, .path = or_empty(self->path), .count = count};
  return ask(self->fs, &call);
}

#define REAL(file) (((thin_file *)(file))->real)

static int thin_close(sqlite3_file *file) { return REAL(file)->pMethods->xClose(REAL(file)); }

static int thin_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  thin_file *self = (thin_file *)file;
  if (self->fs->hook) {
    cvfs_call call = {.kind = CVFS_READ, .path = or_empty(self->path), .offset = offset, .count = count};
    int code = ask(self->fs, &call);
    if (code) return code;
  }
  int code = self->real->pMethods->xRead(self->real, bytes, count, offset);
  if (code == SQLITE_OK) code = page_sums_check(&self->sums, self->real, bytes, count, offset);
#ifdef SQLITE_IOERR_CORRUPTFS
  // SQLite calls a database damaged if the disk answers EIO, although it may be whole.
  if (code == SQLITE_IOERR_CORRUPTFS) code = SQLITE_IOERR_READ;
#endif
  return code;
}

static int thin_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  thin_file *self = (thin_file *)file;
  uint8_t page[page_sums_stamps(&self->sums, self->real, bytes, count, offset) ? count : 1];
  if (sizeof page > 1) bytes = page_sums_stamp(bytes, count, offset, page);
  if (self->fs->hook) {
    cvfs_call call = {
        .kind = CVFS_WRITE, .path = or_empty(self->path), .bytes = bytes, .offset = offset, .count = count};
    int code = ask(self->fs, &call);
    if (code) {
      if (call.allowed > 0) self->real->pMethods->xWrite(self->real, bytes, (int)call.allowed, offset);
      return code;
    }
  }
  return self->real->pMethods->xWrite(self->real, bytes, count, offset);
}

static int thin_truncate(sqlite3_file *file, sqlite3_int64 size) {
  int code = ask_of(file, CVFS_TRUNCATE, size);
  return code ? code : REAL(file)->pMethods->xTruncate(REAL(file), size);
}

static int thin_sync(sqlite3_file *file, int flags) {
  int code = ask_of(file, CVFS_SYNC, 0);
  return code ? code : REAL(file)->pMethods->xSync(REAL(file), flags);
}

static int thin_size(sqlite3_file *file, sqlite3_int64 *size) {
  int code = ask_of(file, CVFS_SIZE, 0);
  return code ? code : REAL(file)->pMethods->xFileSize(REAL(file), size);
}

static int thin_lock(sqlite3_file *file, int level) {
  int code = ask_of(file, CVFS_LOCK, 0);
  return code ? code : REAL(file)->pMethods->xLock(REAL(file), level);
}

static int thin_unlock(sqlite3_file *file, int level) { return REAL(file)->pMethods->xUnlock(REAL(file), level); }

static int thin_check_reserved(sqlite3_file *file, int *result) {
  int code = ask_of(file, CVFS_LOCK, 0);
  return code ? code : REAL(file)->pMethods->xCheckReservedLock(REAL(file), result);
}

static int thin_control(sqlite3_file *file, int operation, void *argument) {
  return REAL(file)->pMethods->xFileControl(REAL(file), operation, argument);
}

static int thin_sector_size(sqlite3_file *file) { return REAL(file)->pMethods->xSectorSize(REAL(file)); }

static int thin_characteristics(sqlite3_file *file) { return REAL(file)->pMethods->xDeviceCharacteristics(REAL(file)); }

static int thin_map(sqlite3_file *file, int part, int size, int extends, void volatile **memory) {
  thin_file *self = (thin_file *)file;
  int code = ask_of(file, CVFS_MAP, (int64_t)(part + 1) * size);
  if (code) return code;
  code = self->real->pMethods->xShmMap(self->real, part, size, extends, memory);
  if (code != SQLITE_OK || !*memory || part < self->mapped || !self->fs->is_on_disk) return code;
  // SQLite writes one byte in every page of memory; if the disk's blocks are smaller, the other blocks of the page are
  // not allocated yet. Memory that may not be written, and a kernel before 5.14, answer EINVAL, which is ignored.
  if (madvise((void *)*memory, (size_t)size, MADV_POPULATE_WRITE) < 0 && (errno == EFAULT || errno == ENOMEM)) {
    cvfs_last_errno = errno == EFAULT ? ENOSPC : errno;
    *memory = NULL;
    return SQLITE_IOERR_SHMSIZE;
  }
  self->mapped = part + 1;
  return SQLITE_OK;
}

static int thin_lock_memory(sqlite3_file *file, int offset, int count, int flags) {
  int code = flags & SQLITE_SHM_LOCK ? ask_of(file, CVFS_LOCK_MEMORY, 0) : SQLITE_OK;
  return code ? code : REAL(file)->pMethods->xShmLock(REAL(file), offset, count, flags);
}

static void thin_barrier(sqlite3_file *file) { REAL(file)->pMethods->xShmBarrier(REAL(file)); }

static int thin_unmap(sqlite3_file *file, int deletes) {
  ((thin_file *)file)->mapped = 0;
  return REAL(file)->pMethods->xShmUnmap(REAL(file), deletes);
}

// Version 2: without `xFetch` SQLite reads its database with read(2), so a file that shrinks causes an error, not a
// signal.
static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = thin_close,
    .xRead = thin_read,
    .xWrite = thin_write,
    .xTruncate = thin_truncate,
    .xSync = thin_sync,
    .xFileSize = thin_size,
    .xLock = thin_lock,
    .xUnlock = thin_unlock,
    .xCheckReservedLock = thin_check_reserved,
    .xFileControl = thin_control,
    .xSectorSize = thin_sector_size,
    .xDeviceCharacteristics = thin_characteristics,
    .xShmMap = thin_map,
    .xShmLock = thin_lock_memory,
    .xShmBarrier = thin_barrier,
    .xShmUnmap = thin_unmap,
};

static int ask_path(cvfs *fs, int kind, const char *path) {
  cvfs_call call = {.kind = kind, .path = or_empty(path)};
  return ask(fs, &call);
}

static int thin_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *flags_out) {
  cvfs *fs = (cvfs *)vfs;
  thin_file *self = (thin_file *)file;
  file->pMethods = NULL;
  self->fs = fs;
  self->path = path;
  self->mapped = 0;
  // A repair reads the remains of a damaged index: it opens the index with this parameter and does not write.
  int is_checked = !path || sqlite3_uri_boolean(path, "checked", 1);
  self->sums = page_sums_of(is_checked ? flags : 0);
  int code = ask_path(fs, flags & SQLITE_OPEN_CREATE ? CVFS_CREATE : CVFS_OPEN, path);
  if (code) return code;
  if (fs->is_on_disk && path) {
    struct stat found;
    if (lstat(path, &found) == 0 && !S_ISREG(found.st_mode)) {
      cvfs_last_errno = S_ISLNK(found.st_mode) ? ELOOP : S_ISDIR(found.st_mode) ? EISDIR : ENXIO;
      return SQLITE_CANTOPEN;
    }
    flags |= SQLITE_OPEN_NOFOLLOW;
  }
  code = fs->base->xOpen(fs->base, path, self->real, flags, flags_out);
  if (self->real->pMethods) file->pMethods = &methods;
  return code;
}

static int thin_delete(sqlite3_vfs *vfs, const char *path, int syncs) {
  cvfs *fs = (cvfs *)vfs;
  int code = ask_path(fs, CVFS_DELETE, path);
  return code ? code : fs->base->xDelete(fs->base, path, syncs);
}

static bool is_journal(const char *path) {
  static const char end[] = "-journal";
  size_t length = strlen(path);
  return length >= sizeof end - 1 && !strcmp(path + length - (sizeof end - 1), end);
}

static int thin_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
  cvfs *fs = (cvfs *)vfs;
  int code = ask_path(fs, CVFS_ACCESS, path);
  // A document has no rollback journal. If SQLite found one, it would play it back, and delete the file that it names.
  if (!code && is_journal(path)) {
    *result = 0;
    return SQLITE_OK;
  }
  return code ? code : fs->base->xAccess(fs->base, path, flags, result);
}

static int thin_full_path(sqlite3_vfs *vfs, const char *path, int count, char *full) {
  cvfs *fs = (cvfs *)vfs;
  int code = ask_path(fs, CVFS_FULL_PATH, path);
  if (code) return code;
  if (!fs->is_on_disk) return fs->base->xFullPathname(fs->base, path, count, full);
  size_t length = 0;
  if (path[0] != '/') {
    if (!getcwd(full, (size_t)count)) {
      cvfs_last_errno = errno;
      return SQLITE_CANTOPEN;
    }
    length = strlen(full);
    if (length == 0 || full[length - 1] != '/') {
      if (length + 1 >= (size_t)count) return SQLITE_CANTOPEN;
      full[length++] = '/';
    }
  }
  size_t rest = strlen(path);
  if (length + rest + 1 > (size_t)count) {
    cvfs_last_errno = ENAMETOOLONG;
    return SQLITE_CANTOPEN;
  }
  memcpy(full + length, path, rest + 1);
  return SQLITE_OK;
}

static int thin_randomness(sqlite3_vfs *vfs, int count, char *bytes) {
  sqlite3_vfs *base = ((cvfs *)vfs)->base;
  return base->xRandomness(base, count, bytes);
}

static int thin_sleep(sqlite3_vfs *vfs, int microseconds) {
  sqlite3_vfs *base = ((cvfs *)vfs)->base;
  return base->xSleep(base, microseconds);
}

static int thin_time(sqlite3_vfs *vfs, double *time) {
  sqlite3_vfs *base = ((cvfs *)vfs)->base;
  return base->xCurrentTime(base, time);
}

static int thin_time_64(sqlite3_vfs *vfs, sqlite3_int64 *time) {
  sqlite3_vfs *base = ((cvfs *)vfs)->base;
  return base->xCurrentTimeInt64(base, time);
}

static int thin_last_error(sqlite3_vfs *vfs, int count, char *text) {
  cvfs *fs = (cvfs *)vfs;
  if (cvfs_last_errno) {
    int number = cvfs_last_errno;
    cvfs_last_errno = 0;
    return number;
  }
  return fs->base->xGetLastError ? fs->base->xGetLastError(fs->base, count, text) : 0;
}

cvfs *cvfs_make(const char *name) {
  cvfs *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  strncpy(self->name, name, sizeof self->name - 1);
  self->vfs.zName = self->name;
  return self;
}

int cvfs_register(cvfs *self) { return sqlite3_vfs_register(&self->vfs, 0); }

cvfs *cvfs_wrap(const char *name, const char *base, cvfs_hook hook, void *context) {
  // Without statistics of its memory, SQLite takes no lock for each allocation. This has no effect if the process has
  // used SQLite before.
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  // Finding a VFS initialises SQLite, which must happen before one is registered.
  sqlite3_vfs *found = sqlite3_vfs_find(base);
  cvfs *self = found ? cvfs_make(name) : NULL;
  if (!self) return NULL;
  self->base = found;
  // A wrapper of a VFS on the disk is on the disk too.
  self->is_on_disk = !base;
  self->hook = hook;
  self->context = context;
  self->vfs.iVersion = found->iVersion < 2 ? 1 : 2;
  self->vfs.szOsFile = (int)sizeof(thin_file) + found->szOsFile;
  self->vfs.mxPathname = found->mxPathname;
  self->vfs.xOpen = thin_open;
  self->vfs.xDelete = thin_delete;
  self->vfs.xAccess = thin_access;
  self->vfs.xFullPathname = thin_full_path;
  self->vfs.xRandomness = thin_randomness;
  self->vfs.xSleep = thin_sleep;
  self->vfs.xCurrentTime = thin_time;
  self->vfs.xGetLastError = thin_last_error;
  self->vfs.xCurrentTimeInt64 = thin_time_64;
  if (cvfs_register(self) != SQLITE_OK) {
    free(self);
    return NULL;
  }
  return self;
}

void cvfs_free(cvfs *vfs) {
  if (!vfs) return;
  sqlite3_vfs_unregister(&vfs->vfs);
  sqlite3_free_filename(vfs->log);
  free(vfs);
}
