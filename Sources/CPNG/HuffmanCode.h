// Prefix codes of limited length for deflate.
#ifndef PAINT_HUFFMAN_CODE_H
#define PAINT_HUFFMAN_CODE_H
#include <stdint.h>

enum { HUFFMAN_SYMBOLS = 288 };

/// Writes for each of `count` symbols (2 to 288) the length of its code, at most `limit`, and the code as deflate sends it,
/// `code | length << 16`; 0 for a symbol that does not occur. At least two symbols get a code: some readers refuse fewer.
void huffman_build(const uint32_t *frequencies, int count, int limit, uint32_t *codes);
/// The same for lengths that are given.
void huffman_number(const uint8_t *lengths, int count, uint32_t *codes);
#endif
