import type { DataOf } from '#protocol/endpoints/table.ts'
import type { PastMatch } from './season.ts'

type NewsItem = DataOf<'news.list'>['list'][number]

/** An article of the newsroom. */
export interface Article extends NewsItem {
  readonly paragraphs: readonly string[]
  /** The subject: a played match, or the room (eid) of a match of today; null for none. */
  readonly about: { readonly played: PastMatch } | { readonly room: string } | null
}
