const FNV_BASIS = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** FNV-1a (32 bits) of bytes. Not for secrets. */
export function fnv1a(bytes: Uint8Array, basis = FNV_BASIS): number {
  let hash = basis
  for (const byte of bytes) hash = Math.imul(hash ^ byte, FNV_PRIME)
  return hash >>> 0
}

/** FNV-1a of the UTF-16 code units of a text: an integer from 0 to 2^32 - 1. */
export function hashText(text: string): number {
  let hash = FNV_BASIS
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME)
  return hash >>> 0
}

/** Mulberry32. Returns a function whose successive values in [0, 1) follow from `seed`. Not for secrets. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
