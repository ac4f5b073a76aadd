/** FNV-1a over the UTF-16 units of a text: the same number on every machine, 0 to 2^32 - 1. Not for secrets. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}
