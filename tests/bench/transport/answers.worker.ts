import { expose } from 'comlink'
import { success } from '#protocol/result.ts'
import { packed } from '#protocol/views/view.ts'
import { manyMatches } from './matches.ts'

const matches = manyMatches()

/** Answers from memory: what is left of a call on the page's thread is the way over the thread border and back. */
const answers = {
  /** As the transport hands it over. */
  list: () => packed('live.popularList', success(matches)),
  /** As it would be without a view. */
  objects: () => success(matches),
}
export type Answers = typeof answers

expose(answers)
