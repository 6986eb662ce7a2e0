#include "Node.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

cvfs_node *cvfs_node_new(void) {
  cvfs_node *node = calloc(1, sizeof *node);
  if (!node) return NULL;
  atomic_init(&node->references, 1);
  pthread_mutex_init(&node->mutex, NULL);
  return node;
}

cvfs_node *cvfs_node_retain(cvfs_node *node) {
  atomic_fetch_add(&node->references, 1);
  return node;
}

void cvfs_node_release(cvfs_node *node) {
  if (!node || atomic_fetch_sub(&node->references, 1) > 1) return;
  for (int i = 0; i < node->part_count; i++) free(node->parts[i]);
  free(node->parts);
  free(node->bytes);
  pthread_mutex_destroy(&node->mutex);
  free(node);
}

int64_t cvfs_node_size(cvfs_node *node) {
  pthread_mutex_lock(&node->mutex);
  int64_t size = node->size;
  pthread_mutex_unlock(&node->mutex);
  return size;
}

int64_t cvfs_node_read(cvfs_node *node, void *bytes, int64_t count, int64_t offset) {
  pthread_mutex_lock(&node->mutex);
  int64_t rest = offset < node->size ? node->size - offset : 0;
  if (count > rest) count = rest;
  if (count > 0) memcpy(bytes, node->bytes + offset, (size_t)count);
  pthread_mutex_unlock(&node->mutex);
  return count;
}

int cvfs_node_write(cvfs_node *node, const void *bytes, int64_t count, int64_t offset) {
  int result = 0;
  pthread_mutex_lock(&node->mutex);
  int64_t end = offset + count;
  if (end > node->capacity) {
    int64_t capacity = end > 2 * node->capacity ? end : 2 * node->capacity;
    char *grown = realloc(node->bytes, (size_t)capacity);
    if (grown) {
      node->bytes = grown;
      node->capacity = capacity;
    } else {
      result = ENOMEM;
    }
  }
  if (!result && count > 0) {
    if (offset > node->size) memset(node->bytes + node->size, 0, (size_t)(offset - node->size));
    memcpy(node->bytes + offset, bytes, (size_t)count);
    if (end > node->size) node->size = end;
  }
  pthread_mutex_unlock(&node->mutex);
  return result;
}

void cvfs_node_truncate(cvfs_node *node, int64_t size) {
  pthread_mutex_lock(&node->mutex);
  if (size < node->size) node->size = size;
  pthread_mutex_unlock(&node->mutex);
}
