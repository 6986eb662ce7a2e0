// The system's SQLite, and what Swift cannot call directly: variadic functions and pointer-valued macros.
#ifndef PAINT_CSQLITE_H
#define PAINT_CSQLITE_H
#include <sqlite3.h>
#include "rowsum.h"

/// Closing the connection does not checkpoint (and so does not sync).
static inline int paint_sqlite3_no_checkpoint_on_close(sqlite3 *db) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

/// Reserves this many bytes at the end of each page of a new database, which SQLite does not use.
static inline void paint_sqlite3_reserve(sqlite3 *db, int bytes) {
  sqlite3_file_control(db, "main", SQLITE_FCNTL_RESERVE_BYTES, &bytes);
}

// Made by arithmetic, so Swift does not see them.
static inline int paint_sqlite3_failed_sync(int code) {
  return code == SQLITE_IOERR_FSYNC || code == SQLITE_IOERR_DIR_FSYNC;
}

// Macros of macros, which Swift does not import.
enum {
  PAINT_IOERR_SHMOPEN = SQLITE_IOERR_SHMOPEN,
  PAINT_IOERR_SHMSIZE = SQLITE_IOERR_SHMSIZE,
  PAINT_IOERR_SHMLOCK = SQLITE_IOERR_SHMLOCK,
  PAINT_IOERR_SHMMAP = SQLITE_IOERR_SHMMAP,
  PAINT_IOERR_WRITE = SQLITE_IOERR_WRITE,
};

/// SQLite copies the bound bytes before the call returns.
static inline sqlite3_destructor_type paint_sqlite3_transient(void) { return SQLITE_TRANSIENT; }
#endif
