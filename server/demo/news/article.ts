import type { DataOf } from '#protocol/endpoints/table.ts'
import type { PastMatch } from './season.ts'

export type NewsItem = DataOf<'news.list'>['list'][number]

/** A piece of writing as the newsroom keeps it. */
export interface Article extends NewsItem {
  readonly paragraphs: readonly string[]
  /** What it is about: a match that was played, or the room (its eid) of one that the world plays today. */
  readonly about: { readonly played: PastMatch } | { readonly room: string } | null
}
