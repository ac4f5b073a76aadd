import { constants, deflateRawSync } from 'node:zlib'

const PIECE_BYTES = 1024 * 1024
/** An empty last block of a deflate stream. */
const END = Uint8Array.of(3, 0)

/**
 * A deflate stream that inflates to so many megabytes of spaces, about a thousandth of that in size (deflate shrinks no
 * further). One piece that ends on a whole byte is repeated, so that making it costs neither time nor memory.
 */
export function deflateBomb(megabytes: number): Uint8Array<ArrayBuffer> {
  const piece = deflateRawSync(Buffer.alloc(PIECE_BYTES, ' '), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const bomb = new Uint8Array(piece.length * megabytes + END.length)
  for (let index = 0; index < megabytes; index += 1) bomb.set(piece, index * piece.length)
  bomb.set(END, piece.length * megabytes)
  return bomb
}
