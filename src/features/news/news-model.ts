import { atom } from 'jotai/vanilla'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { Pages } from './pages.ts'

export type NewsItem = DataOf<'news.list'>['list'][number]
export type NewsCategory = NewsItem['category']
export type Article = DataOf<'news.detail'>
export type Fixture = DataOf<'soccer.schedule'>['list'][number]
export type Tip = DataOf<'tips.list'>['list'][number]
export type Expert = DataOf<'tips.list'>['experts'][number]

/** In the order of the tabs. The schemas of the protocol stay off the main thread, so the words stand here. */
export const CATEGORIES = ['all', 'football', 'basketball', 'esports'] as const satisfies readonly NewsCategory[]

/** What was read of each category, kept while the page is open. */
export const newsPagesAtom = atom<Readonly<Record<string, Pages<NewsItem>>>>({})
/** The same of views, by state. */
export const tipPagesAtom = atom<Readonly<Record<string, Pages<Tip>>>>({})
