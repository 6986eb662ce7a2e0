// What a processor can be told that Swift has no word for.
#ifndef CPROCESSOR_H
#define CPROCESSOR_H

/// Asks for the line of the cache at `place`, which is to be changed soon. Any address will do: nothing is read or
/// written, and nothing happens where there is no memory.
static inline void processor_prefetch(const void *place) { __builtin_prefetch(place, 1, 3); }

#endif
