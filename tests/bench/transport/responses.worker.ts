import { expose } from 'comlink'
import { success } from '#protocol/result.ts'
import { packed } from '#protocol/views/view.ts'
import { manyMatches } from './matches.ts'

const matches = manyMatches()

/** Responds from memory, so that only the transfer between the threads is measured. */
const responses = {
  /** Packed, as by the transport. */
  list: () => packed('live.popularList', success(matches)),
  /** Unpacked. */
  objects: () => success(matches),
}
export type Responses = typeof responses

expose(responses)
