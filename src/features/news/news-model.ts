import { atom } from 'jotai/vanilla'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { Pages } from './pages.ts'

export type NewsItem = DataOf<'news.list'>['list'][number]
export type NewsCategory = NewsItem['category']
export type Article = DataOf<'news.detail'>
export type Fixture = DataOf<'soccer.schedule'>['list'][number]
export type Tip = DataOf<'tips.list'>['list'][number]
export type Expert = DataOf<'tips.list'>['experts'][number]

/** In the order of the tabs. Repeated here because the schemas of the protocol are not loaded on the main thread. */
export const CATEGORIES = ['all', 'football', 'basketball', 'esports'] as const satisfies readonly NewsCategory[]

/** Loaded pages by category. Lives as long as the page. */
export const newsPagesAtom = atom<Readonly<Record<string, Pages<NewsItem>>>>({})
/** Loaded tips by state. */
export const tipPagesAtom = atom<Readonly<Record<string, Pages<Tip>>>>({})
