#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "CProcessor.h"

enum { PATH_CAPACITY = 4096, FILE_CAPACITY = 16384 };

/// The processors that this process may run on; 0 if the system does not tell.
static long affinity_count(void) {
#ifdef __linux__
  // A machine may have more processors than a cpu_set_t can hold; the call then fails with EINVAL.
  for (int capacity = 1024; capacity <= 1 << 20; capacity *= 4) {
    cpu_set_t *set = CPU_ALLOC(capacity);
    if (!set) return 0;
    const size_t bytes = CPU_ALLOC_SIZE(capacity);
    const int result = sched_getaffinity(0, bytes, set);
    const bool is_too_small = result != 0 && errno == EINVAL;
    const long count = result == 0 ? CPU_COUNT_S(bytes, set) : 0;
    CPU_FREE(set);
    if (!is_too_small) return count;
  }
#endif
  return 0;
}

/// Reads the start of a file as text; false if it cannot be read.
static bool read_text(const char *path, char *text, size_t capacity) {
  const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return false;
  size_t length = 0;
  while (length < capacity - 1) {
    const ssize_t count = read(file, text + length, capacity - 1 - length);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    length += (size_t)count;
  }
  close(file);
  text[length] = 0;
  return length > 0;
}

/// The number of processors of a quota for each period, rounded up; 0 if there is no quota.
static long quota_count(long long quota, long long period) {
  if (quota <= 0 || period <= 0) return 0;
  const long long count = quota / period + (quota % period != 0);
  return count > 1000000 ? 0 : (long)count;
}

/// The quota of one group; 0 if it has none. `folder` ends without a slash.
static long group_quota(const char *folder, bool is_unified) {
  char path[PATH_CAPACITY], text[256];
  long long quota = 0, period = 0;
  if (is_unified) {
    if (snprintf(path, sizeof path, "%s/cpu.max", folder) >= (int)sizeof path) return 0;
    // "max 100000" has no quota.
    if (!read_text(path, text, sizeof text) || sscanf(text, "%lld %lld", &quota, &period) != 2) return 0;
    return quota_count(quota, period);
  }
  if (snprintf(path, sizeof path, "%s/cpu.cfs_quota_us", folder) >= (int)sizeof path) return 0;
  // -1 means no quota.
  if (!read_text(path, text, sizeof text) || sscanf(text, "%lld", &quota) != 1) return 0;
  if (snprintf(path, sizeof path, "%s/cpu.cfs_period_us", folder) >= (int)sizeof path) return 0;
  if (!read_text(path, text, sizeof text) || sscanf(text, "%lld", &period) != 1) return 0;
  return quota_count(quota, period);
}

static long smaller(long a, long b) { return a == 0 ? b : b == 0 || a < b ? a : b; }

/// The smallest quota of a group and of its ancestors, up to the root of the mounted hierarchy.
///
/// In a container the group's path may be that of the host, where only the mount's root can be seen.
static long hierarchy_quota(const char *mount, const char *group, bool is_unified) {
  char folder[PATH_CAPACITY];
  const size_t root = strlen(mount);
  if (snprintf(folder, sizeof folder, "%s%s", mount, group) >= (int)sizeof folder) return 0;
  long least = 0;
  while (true) {
    size_t length = strlen(folder);
    while (length > root && folder[length - 1] == '/') folder[--length] = 0;
    least = smaller(least, group_quota(folder, is_unified));
    if (length <= root) return least;
    char *slash = strrchr(folder, '/');
    if (!slash || (size_t)(slash - folder) < root) return least;
    *slash = 0;
  }
}

/// Whether a comma-separated list contains that name.
static bool has_name(const char *list, const char *name) {
  const size_t length = strlen(name);
  for (const char *at = list; at; at = strchr(at, ','), at = at ? at + 1 : NULL) {
    if (strncmp(at, name, length) == 0 && (at[length] == 0 || at[length] == ',')) return true;
  }
  return false;
}

long processor_quota(const char *root) {
  static const char *const unified[] = {"", "/unified"};
  char path[PATH_CAPACITY], *text = malloc(FILE_CAPACITY);
  if (!text) return 0;
  long least = 0;
  const bool is_there =
    snprintf(path, sizeof path, "%s/proc/self/cgroup", root) < (int)sizeof path && read_text(path, text, FILE_CAPACITY);
  char *rest = NULL;
  for (char *line = is_there ? strtok_r(text, "\n", &rest) : NULL; line; line = strtok_r(NULL, "\n", &rest)) {
    // NUMBER:CONTROLLERS:PATH, without controllers for the unified hierarchy.
    char *controllers = strchr(line, ':');
    char *group = controllers ? strchr(controllers + 1, ':') : NULL;
    if (!group || group[1] != '/') continue;
    *group++ = 0;
    controllers++;
    if (!*controllers) {
      for (size_t i = 0; i < sizeof unified / sizeof *unified; i++) {
        if (snprintf(path, sizeof path, "%s/sys/fs/cgroup%s", root, unified[i]) >= (int)sizeof path) continue;
        least = smaller(least, hierarchy_quota(path, group, true));
      }
    } else if (has_name(controllers, "cpu")) {
      // The folder has the controllers' names, and most systems link the short one to it.
      if (snprintf(path, sizeof path, "%s/sys/fs/cgroup/cpu", root) < (int)sizeof path)
        least = smaller(least, hierarchy_quota(path, group, false));
      if (snprintf(path, sizeof path, "%s/sys/fs/cgroup/%s", root, controllers) < (int)sizeof path)
        least = smaller(least, hierarchy_quota(path, group, false));
    }
  }
  free(text);
  return least;
}

long processor_count(const char *root) {
  long count = affinity_count();
  if (count <= 0) count = sysconf(_SC_NPROCESSORS_ONLN);
  count = smaller(count > 0 ? count : 1, processor_quota(root));
  return count < 1 ? 1 : count;
}
