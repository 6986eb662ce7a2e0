// The blocks of a deflated stream.
#ifndef PAINT_DEFLATE_BLOCK_H
#define PAINT_DEFLATE_BLOCK_H
#include "BitWriter.h"
#include "DeflaterState.h"

/// Forgets the symbols of the block before.
void deflate_block_begin(deflater *deflater);
/// Writes what was found in `count` bytes as the smallest kind of block.
void deflate_block_end(deflater *deflater, bit_writer *writer, const uint8_t *bytes, size_t count, bool last);
/// Writes `count` bytes as they are, in pieces; none make an empty block.
void deflate_block_store(bit_writer *writer, const uint8_t *bytes, size_t count, bool last);
#endif
