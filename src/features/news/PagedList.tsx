import { newsText } from '#messages/zh/news.ts'
import { ListFoot } from '#ui/ListFoot.tsx'
import type { PagedList } from './use-pages.ts'

/** The end of a list of news or tips. */
export function LoadMore({ pages: { more, items, ...state } }: { readonly pages: PagedList<unknown> }) {
  const count = items.length
  const text = {
    failed: newsText('list.moreFailed'),
    more: newsText('list.more'),
    end: newsText('list.end', { count }),
  }
  return <ListFoot {...state} count={count} text={text} onMore={more} />
}
