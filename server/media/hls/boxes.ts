/** The ISO base media boxes needed to write fragmented MP4. */
export function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const bytes = parts.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([boxHeader(type, bytes), ...parts])
}

export const BOX_HEADER_BYTES = 8

/** Header of a box with `bytes` of content. */
export function boxHeader(type: string, bytes: number): Buffer {
  const head = Buffer.allocUnsafe(BOX_HEADER_BYTES)
  head.writeUInt32BE(BOX_HEADER_BYTES + bytes, 0)
  head.write(type, 4, 'latin1')
  return head
}

export function fullBox(type: string, version: number, flags: number, ...parts: readonly Buffer[]): Buffer {
  return box(type, u32(version * 0x1000000 + flags), ...parts)
}

export function u8(...values: readonly number[]): Buffer {
  return Buffer.from(values)
}

export function u16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2)
  return bytes
}

export function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4)
  return bytes
}

export function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

export function latin(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

/** An MPEG-4 descriptor with a one-byte length. */
export function descriptor(id: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([u8(id, body.length), body])
}
