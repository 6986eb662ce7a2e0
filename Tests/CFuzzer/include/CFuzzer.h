// libFuzzer as a library: the driver that `-sanitize=fuzzer` links.
#ifndef PAINT_CFUZZER_H
#define PAINT_CFUZZER_H
#include <stddef.h>
#include <stdint.h>

/// Runs the fuzzer on one function with libFuzzer's own options; returns its exit code.
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*run)(const uint8_t *bytes, size_t count));

/// Mutates the first `size` bytes like libFuzzer; returns the new size, at most `limit`.
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t limit);

#endif
