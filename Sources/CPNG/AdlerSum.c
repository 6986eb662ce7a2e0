#include "AdlerSum.h"

#include <string.h>

enum {
  MODULUS = 65521,
  BLOCK = 32,
  // Blocks whose sums by column, and the running sums of those, fit 16 bits: 255 times 231 is 58,905.
  GROUP = 21,
  // Groups after which both sums are reduced; they stay below 2^32.
  GROUPS = 8,
};

typedef uint16_t lanes __attribute__((vector_size(16)));

/// The sum of eight lanes, each times its weight: `first`, and `step` less for each lane.
static uint32_t weighted(lanes values, uint32_t first, uint32_t step) {
  uint32_t sum = 0;
  for (uint32_t i = 0; i < 8; i++) sum += values[i] * (first - step * i);
  return sum;
}

// Sums by column instead of byte by byte: within a block the weight of a byte in the second sum decreases from left to
// right, from block to block by 32. Without vectors' multiplication, which each processor names differently.
uint32_t adler_sum(uint32_t sum, const uint8_t *bytes, size_t count) {
  uint32_t a = sum & 0xFFFF, b = sum >> 16;
  const lanes low = {255, 255, 255, 255, 255, 255, 255, 255};
  for (uint32_t groups = 0; count >= BLOCK; groups++) {
    if (groups % GROUPS == 0) {
      a %= MODULUS;
      b %= MODULUS;
    }
    size_t blocks = count / BLOCK < GROUP ? count / BLOCK : GROUP;
    lanes even = {0}, odd = {0}, even_2 = {0}, odd_2 = {0}, running = {0}, running_odd = {0}, running_2 = {0},
          running_odd_2 = {0};
    for (size_t i = 0; i < blocks; i++) {
      lanes first, second;
      memcpy(&first, bytes + i * BLOCK, sizeof first);
      memcpy(&second, bytes + i * BLOCK + 16, sizeof second);
      running += even;
      running_odd += odd;
      running_2 += even_2;
      running_odd_2 += odd_2;
      even += first & low;
      odd += first >> 8;
      even_2 += second & low;
      odd_2 += second >> 8;
    }
    b += a * (uint32_t)(blocks * BLOCK);
    b += BLOCK * (weighted(running, 1, 0) + weighted(running_odd, 1, 0) + weighted(running_2, 1, 0) +
                  weighted(running_odd_2, 1, 0));
    b += weighted(even, 32, 2) + weighted(odd, 31, 2) + weighted(even_2, 16, 2) + weighted(odd_2, 15, 2);
    a += weighted(even, 1, 0) + weighted(odd, 1, 0) + weighted(even_2, 1, 0) + weighted(odd_2, 1, 0);
    bytes += blocks * BLOCK;
    count -= blocks * BLOCK;
  }
  a %= MODULUS;
  b %= MODULUS;
  for (size_t i = 0; i < count; i++) {
    a += bytes[i];
    b += a;
  }
  return (b % MODULUS) << 16 | a % MODULUS;
}
