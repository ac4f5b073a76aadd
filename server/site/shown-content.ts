import type { Banner } from '#protocol/endpoints/site.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { ContentBodyOf } from '#protocol/console/content-bodies.ts'
import { DAY_MS, startOfSiteDay } from '#protocol/time.ts'
import { paragraphsOf } from '#protocol/rules/articles.ts'
import { ALL_VENUES_PATH } from '#protocol/rules/e-game-halls.ts'
import { isVenueOpen } from '#protocol/rules/venue.ts'
import {
  ANNOUNCEMENTS,
  BANNERS,
  CUSTOMER_SERVICE,
  E_GAME_CONTENT,
  FLOAT_WINDOWS,
  NAVIGATION,
  VENUES,
} from './content.ts'
import type { SiteContent } from './site-content.ts'

export interface ShownContentSource {
  readonly content: Pick<SiteContent, 'current'>
  /** Shows built-in content of a kind while operators have stored none. */
  readonly hasDemoContent: boolean
}

type Announcement = DataOf<'site.announcements'>['list'][number]

/** Announcements in force (S7.28): popups first, then the newest. */
export function announcementsAt({ content, hasDemoContent }: ShownContentSource, now: number): Announcement[] {
  const stored = content.current('announcement', now)?.map(({ body, ...item }) => ({ ...item, ...body }))
  const list = stored ?? (hasDemoContent ? inForce(ANNOUNCEMENTS, now) : [])
  return list.sort((one, other) => other.popup - one.popup || other.start - one.start)
}

/** Banners of a page that are in force (S7.27). */
export function bannersAt({ content, hasDemoContent }: ShownContentSource, position: string, now: number): Banner[] {
  const stored = content.current('banner', now)
  if (stored !== null) {
    return stored
      .filter(({ body }) => body.position === position)
      .map(({ body: { title, img, imgH5, jumpType, jumpUrl }, ...item }) => ({
        ...item,
        title,
        img,
        imgH5,
        jumpType,
        jumpUrl,
      }))
  }
  const builtIn = Object.entries(BANNERS).find(([name]) => name === position)?.[1] ?? []
  return hasDemoContent ? inForce(builtIn, now) : []
}

/** Floating windows in force (S7.30). */
export function floatWindowsAt(
  { content, hasDemoContent }: ShownContentSource,
  now: number,
): DataOf<'site.floatWindows'>['list'] {
  const stored = content.current('floatWindow', now)
  return stored?.map(({ id, body }) => ({ id, ...body })) ?? (hasDemoContent ? FLOAT_WINDOWS : [])
}

/** Help articles of operators in their order (S1.26). Pages have built-in ones besides. */
export function helpArticlesAt(
  { content }: Pick<ShownContentSource, 'content'>,
  now: number,
): DataOf<'site.helpArticles'>['list'] {
  return inOrder(content.current('help', now) ?? []).map(({ body }) => {
    const { slug, category, title, summary, keywords, text, linkTo, linkLabel } = body
    return {
      id: slug,
      category,
      title,
      summary,
      keywords: keywords.split(/\s+/).filter((keyword) => keyword !== ''),
      body: paragraphsOf(text),
      link: linkTo === '' ? null : { to: linkTo, label: linkLabel },
    }
  })
}

/**
 * Customer service (S7.32). Questions of operators replace the built-in ones, which fit each site; contacts have no
 * built-in ones outside of demo mode.
 */
export function customerServiceAt(
  { content, hasDemoContent }: ShownContentSource,
  now: number,
): DataOf<'site.customerService'> {
  const contacts = content.current('contact', now)
  const questions = content.current('question', now)
  return {
    ...(contacts === null && hasDemoContent ? CUSTOMER_SERVICE : contactsOf(inOrder(contacts ?? []))),
    questions: questions
      ? inOrder(questions).map(({ body: { question, answer } }) => ({ question, answer }))
      : CUSTOMER_SERVICE.questions,
  }
}

function contactsOf(
  contacts: readonly { readonly body: ContentBodyOf<'contact'> }[],
): Pick<DataOf<'site.customerService'>, 'hours' | 'channels'> {
  return {
    hours: contacts.find(({ body }) => body.hours !== '')?.body.hours ?? '',
    channels: contacts.map(({ body: { channel, name, value } }) => ({ kind: channel, name, value })),
  }
}

/**
 * The navigation (S7.31): entries of operators, or the built-in tree while they have stored none. The entry to the games
 * is left out while no game is open, because the home screen then has none.
 */
export function navigationAt(
  { content }: Pick<ShownContentSource, 'content'>,
  now: number,
): DataOf<'site.navigation'>['list'] {
  const stored = content.current('navigation', now)
  const tree =
    stored === null
      ? NAVIGATION
      : inOrder(stored).map(({ id, body: { name, icon, path } }) => ({ id, name, icon, path, children: [] }))
  const hasGames = E_GAME_CONTENT.games.some(({ venueEnName }) =>
    VENUES.some(({ enName, status }) => enName === venueEnName && isVenueOpen(status)),
  )
  return tree.filter(({ path }) => hasGames || path !== ALL_VENUES_PATH)
}

/** Items by their position; those with the same one as they were created. */
export function inOrder<Item extends { readonly body: { readonly order: number } }>(items: readonly Item[]): Item[] {
  return [...items].sort((one, other) => one.body.order - other.body.order)
}

/** Converts days relative to today to times, and removes items that are not current. */
function inForce<Item extends { readonly fromDay: number; readonly toDay: number }>(
  items: readonly Item[],
  now: number,
): (Omit<Item, 'fromDay' | 'toDay'> & { start: number; end: number })[] {
  const today = startOfSiteDay(now)
  return items
    .map(({ fromDay, toDay, ...item }) => ({ ...item, start: today + fromDay * DAY_MS, end: today + toDay * DAY_MS }))
    .filter(({ start, end }) => start <= now && now < end)
}
