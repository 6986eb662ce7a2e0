#define _GNU_SOURCE
#include "CFileSystem.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// 0, or the reason why it is not a regular file; opening a device can have side effects.
static int kind_error(const char *path) {
  struct stat found;
  if (lstat(path, &found) < 0 || S_ISREG(found.st_mode)) return 0;
  return S_ISLNK(found.st_mode) ? -ELOOP : S_ISDIR(found.st_mode) ? -EISDIR : -ENXIO;
}

int cfs_open(const char *path, int mode) {
  if (mode == CFS_OPEN_LOCK || mode == CFS_OPEN_MEMBER || mode == CFS_OPEN_WRITE_OVER) {
    int result = kind_error(path);
    if (result < 0) return result;
  }
  int flags = O_CLOEXEC | O_NOCTTY;
  switch (mode) {
    case CFS_OPEN_CREATE_NEW: flags |= O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW; break;
    case CFS_OPEN_LOCK: flags |= O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK; break;
    case CFS_OPEN_DIRECTORY: flags |= O_RDONLY | O_DIRECTORY; break;
    case CFS_OPEN_WRITE_OVER: flags |= O_RDWR | O_NOFOLLOW | O_NONBLOCK; break;
    case CFS_OPEN_SPECIAL: flags |= O_WRONLY; break;
    case CFS_OPEN_MEMBER: flags |= O_RDONLY | O_NOFOLLOW | O_NONBLOCK; break;
    // Without O_NONBLOCK, opening a FIFO instead of a pack would block forever.
    default: flags |= O_RDONLY | O_NONBLOCK; break;
  }
  int fd;
  do fd = open(path, flags, 0666);
  while (fd < 0 && errno == EINTR);
  return fd < 0 ? -errno : fd;
}

// The kernel's name of an open file.
enum { MAGIC_NAME = 32 };
static void name_of_open_file(int fd, char name[MAGIC_NAME]) { snprintf(name, MAGIC_NAME, "/proc/self/fd/%d", fd); }

int cfs_create_unnamed(const char *folder, int is_private) {
  int fd;
  do fd = open(folder, O_WRONLY | O_TMPFILE | O_CLOEXEC | O_NOCTTY, is_private ? 0600 : 0666);
  while (fd < 0 && errno == EINTR);
  // Kernels before 3.11 take the flag for O_DIRECTORY and refuse to write to it. A sandbox may refuse the flag.
  if (fd < 0) return errno == EISDIR || errno == EINVAL || errno == ENOSYS || errno == EPERM ? -EOPNOTSUPP : -errno;
  char name[MAGIC_NAME];
  name_of_open_file(fd, name);
  // Without /proc it could never get a name.
  if (faccessat(AT_FDCWD, name, F_OK, 0) == 0) return fd;
  close(fd);
  return -EOPNOTSUPP;
}

int cfs_create_in_memory(void) {
#ifdef __linux__
  const int fd = memfd_create("paint", MFD_CLOEXEC);
  if (fd < 0) return errno == ENOSYS || errno == EINVAL || errno == EPERM ? -EOPNOTSUPP : -errno;
  char name[MAGIC_NAME];
  name_of_open_file(fd, name);
  if (faccessat(AT_FDCWD, name, F_OK, 0) == 0) return fd;
  close(fd);
#endif
  return -EOPNOTSUPP;
}

int cfs_link(int fd, const char *path) {
  char name[MAGIC_NAME];
  name_of_open_file(fd, name);
  return linkat(AT_FDCWD, name, AT_FDCWD, path, AT_SYMLINK_FOLLOW) < 0 ? -errno : 0;
}

int cfs_reopen(int fd) {
  char name[MAGIC_NAME];
  name_of_open_file(fd, name);
  return cfs_open(name, CFS_OPEN_READ);
}

int cfs_set_permissions(int fd, uint32_t permissions) { return fchmod(fd, (mode_t)permissions) < 0 ? -errno : 0; }

int cfs_set_owner(int fd, uint32_t owner, uint32_t group) {
  if (fchown(fd, owner, group) == 0) return 0;
  return errno == EPERM && fchown(fd, (uid_t)-1, group) == 0 ? 0 : -errno;
}

int cfs_may_write(const char *path) { return faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) < 0 ? -errno : 0; }

int cfs_follow_link(const char *path, char *target, size_t size) {
  int is_new = 0;
  int fd = open(path, O_PATH | O_CLOEXEC);
  if (fd < 0 && errno == ENOENT) {
    is_new = 1;
    do fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0666);
    while (fd < 0 && errno == EINTR);
  }
  if (fd < 0) return -errno;
  char name[MAGIC_NAME];
  name_of_open_file(fd, name);
  const int result = cfs_read_link(name, target, size);
  close(fd);
  return result < 0 ? result : is_new;
}

int cfs_read_link(const char *path, char *target, size_t size) {
  ssize_t count = readlink(path, target, size);
  if (count < 0) return -errno;
  if ((size_t)count >= size) return -ENAMETOOLONG;
  target[count] = 0;
  return 0;
}

int cfs_close(int fd) {
  // On Linux the descriptor is closed even if close was interrupted; closing again could close another file.
  return close(fd) < 0 && errno != EINTR ? -errno : 0;
}

int64_t cfs_read(int fd, void *bytes, size_t count, int64_t offset) {
  size_t done = 0;
  while (done < count) {
    ssize_t n = pread(fd, (char *)bytes + done, count - done, offset + (int64_t)done);
    if (n == 0) break;
    if (n < 0) {
      if (errno == EINTR) continue;
      return -errno;
    }
    done += (size_t)n;
  }
  return (int64_t)done;
}

int cfs_write(int fd, const void *bytes, size_t count) {
  size_t done = 0;
  while (done < count) {
    ssize_t n = write(fd, (const char *)bytes + done, count - done);
    if (n > 0) {
      done += (size_t)n;
    } else if (n == 0) {
      return -EIO;  // no progress and no error: repeating could go on forever
    } else if (errno != EINTR) {
      return -errno;
    }
  }
  return 0;
}

int cfs_sync(int fd) { return fsync(fd) < 0 ? -errno : 0; }

int cfs_sync_file_system(int fd) { return syncfs(fd) < 0 ? -errno : 0; }

int cfs_rename(const char *from, const char *to, int mode) {
  int result;
  switch (mode) {
    case CFS_RENAME_NO_REPLACE: result = renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE); break;
    case CFS_RENAME_EXCHANGE: result = renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_EXCHANGE); break;
    default: result = rename(from, to); break;
  }
  return result < 0 ? -errno : 0;
}

int cfs_remove(const char *path) { return unlink(path) < 0 ? -errno : 0; }

int cfs_remove_directory(const char *path) { return rmdir(path) < 0 ? -errno : 0; }

int cfs_create_directory(const char *path, int is_private) {
  return mkdir(path, is_private ? 0700 : 0777) < 0 ? -errno : 0;
}

static void convert(const struct stat *from, cfs_status *to) {
  to->device = (uint64_t)from->st_dev;
  to->inode = (uint64_t)from->st_ino;
  to->size = (int64_t)from->st_size;
  to->owner = (uint32_t)from->st_uid;
  to->group = (uint32_t)from->st_gid;
  to->permissions = (uint32_t)from->st_mode & 0777;
  to->kind = S_ISREG(from->st_mode)   ? CFS_KIND_FILE
             : S_ISDIR(from->st_mode) ? CFS_KIND_DIRECTORY
             : S_ISLNK(from->st_mode) ? CFS_KIND_LINK
                                      : CFS_KIND_OTHER;
}

int cfs_status_of_path(const char *path, int follows_links, cfs_status *status) {
  struct stat found;
  if (fstatat(AT_FDCWD, path, &found, follows_links ? 0 : AT_SYMLINK_NOFOLLOW) < 0) return -errno;
  convert(&found, status);
  return 0;
}

int cfs_status_of_file(int fd, cfs_status *status) {
  struct stat found;
  if (fstat(fd, &found) < 0) return -errno;
  convert(&found, status);
  return 0;
}

static int names(
    DIR *folder, const char *first, void *context, void (*body)(void *context, const char *name)) {
  size_t length = strlen(first);
  int result = 0;
  for (;;) {
    errno = 0;
    struct dirent *entry = readdir(folder);
    if (!entry) {
      result = -errno;
      break;
    }
    size_t count = strlen(entry->d_name);
    if (count < length || (count == length && strcmp(entry->d_name, first) < 0)) continue;
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) body(context, entry->d_name);
  }
  closedir(folder);
  return result;
}

int cfs_names(
    const char *path, const char *first, void *context, void (*body)(void *context, const char *name)) {
  DIR *folder = opendir(path);
  return folder ? names(folder, first, context, body) : -errno;
}

int cfs_names_closing(int fd, void *context, void (*body)(void *context, const char *name)) {
  DIR *folder = fdopendir(fd);
  if (folder) return names(folder, "", context, body);
  const int error = errno;
  close(fd);
  return -error;
}

uint32_t cfs_user(void) { return (uint32_t)geteuid(); }

int64_t cfs_monotonic_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}
