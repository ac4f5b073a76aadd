import { constants, deflateRawSync } from 'node:zlib'

const PIECE_BYTES = 1024 * 1024
/** An empty last block of a deflate stream. */
const END = Uint8Array.of(3, 0)

/**
 * Returns a deflate stream of about a thousandth of the size that inflates to this many megabytes of spaces. One block
 * that ends on a byte boundary is repeated, so creating it is cheap.
 */
export function deflateBomb(megabytes: number): Uint8Array<ArrayBuffer> {
  const piece = deflateRawSync(Buffer.alloc(PIECE_BYTES, ' '), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const bomb = new Uint8Array(piece.length * megabytes + END.length)
  for (let index = 0; index < megabytes; index += 1) bomb.set(piece, index * piece.length)
  bomb.set(END, piece.length * megabytes)
  return bomb
}
