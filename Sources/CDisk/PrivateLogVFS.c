// A file system for a dry run: SQLite reads a database in place, and everything that it writes goes to a log of its own.
//
// The database is opened for reading only, and nothing next to it is opened for writing or removed: whatever SQLite does,
// even a commit or a checkpoint, the document's files stay as they are. There are no locks and no shared memory here, so a
// connection must be in exclusive locking mode, in which SQLite keeps the index of the log on the heap. Another connection
// keeps the database from changing meanwhile.
#include <stdlib.h>
#include <string.h>

#include "CVFS.h"

typedef struct {
  sqlite3_file file;  // first
  sqlite3_file real[];
} read_file;

#define REAL(file) (((read_file *)(file))->real)

static int read_close(sqlite3_file *file) { return REAL(file)->pMethods->xClose(REAL(file)); }

static int read_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  return REAL(file)->pMethods->xRead(REAL(file), bytes, count, offset);
}

static int read_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  return SQLITE_READONLY;
}

static int read_truncate(sqlite3_file *file, sqlite3_int64 size) { return SQLITE_READONLY; }

static int read_sync(sqlite3_file *file, int flags) { return SQLITE_OK; }

static int read_size(sqlite3_file *file, sqlite3_int64 *size) {
  return REAL(file)->pMethods->xFileSize(REAL(file), size);
}

static int read_lock(sqlite3_file *file, int level) { return SQLITE_OK; }

static int read_check_reserved(sqlite3_file *file, int *result) {
  *result = 0;
  return SQLITE_OK;
}

// Some of these operations change the file, and SQLite needs none of them.
static int read_control(sqlite3_file *file, int operation, void *argument) { return SQLITE_NOTFOUND; }

static int read_sector_size(sqlite3_file *file) { return REAL(file)->pMethods->xSectorSize(REAL(file)); }

static int read_characteristics(sqlite3_file *file) { return REAL(file)->pMethods->xDeviceCharacteristics(REAL(file)); }

static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = read_close,
    .xRead = read_read,
    .xWrite = read_write,
    .xTruncate = read_truncate,
    .xSync = read_sync,
    .xFileSize = read_size,
    .xLock = read_lock,
    .xUnlock = read_lock,
    .xCheckReservedLock = read_check_reserved,
    .xFileControl = read_control,
    .xSectorSize = read_sector_size,
    .xDeviceCharacteristics = read_characteristics,
};

static int private_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *flags_out) {
  cvfs *fs = (cvfs *)vfs;
  file->pMethods = NULL;
  if (flags & SQLITE_OPEN_WAL) return fs->base->xOpen(fs->base, fs->log, file, flags, flags_out);
  // Temporary files have no name; a journal of the database may be looked at.
  int is_database = (flags & SQLITE_OPEN_MAIN_DB) != 0;
  if (!path || (!is_database && flags & SQLITE_OPEN_READONLY)) {
    return fs->base->xOpen(fs->base, path, file, flags, flags_out);
  }
  if (!is_database) return SQLITE_READONLY;
  int reading = (flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) | SQLITE_OPEN_READONLY;
  int code = fs->base->xOpen(fs->base, path, REAL(file), reading, NULL);
  if (REAL(file)->pMethods) file->pMethods = &methods;
  // SQLite must think that it may write, or it would write no log either.
  if (flags_out) *flags_out = flags;
  return code;
}

static int private_delete(sqlite3_vfs *vfs, const char *path, int syncs) { return SQLITE_READONLY; }

static int private_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
  cvfs *fs = (cvfs *)vfs;
  size_t length = strlen(path);
  int is_log = length >= 4 && strcmp(path + length - 4, "-wal") == 0;
  return fs->base->xAccess(fs->base, is_log ? fs->log : path, flags, result);
}

cvfs *cvfs_with_private_log(const char *name, const char *base, const char *log) {
  cvfs *self = cvfs_wrap(name, base, NULL, NULL);
  if (!self) return NULL;
  // A file system may look for parameters around the name of a file, so it is made by SQLite.
  self->log = (char *)sqlite3_create_filename(log, "", "", 0, NULL);
  if (!self->log) {
    cvfs_free(self);
    return NULL;
  }
  self->vfs.szOsFile = (int)sizeof(read_file) + self->base->szOsFile;
  self->vfs.xOpen = private_open;
  self->vfs.xDelete = private_delete;
  self->vfs.xAccess = private_access;
  return self;
}
