import {
  AVATAR_COUNT,
  avatarPath,
  CONTENT_KINDS,
  FLOAT_POSITIONS,
  NAVIGATION_ICONS,
  PAGE_POSITIONS,
  TIP_RESULTS,
} from '#protocol/console/constants.ts'
import type { ContentKind } from '#protocol/console/content-bodies.ts'
import type { ContentItem } from '#protocol/console/content.ts'
import { ARTICLE_MAX_CHARACTERS, HELP_CATEGORIES, NEWS_CATEGORIES } from '#protocol/rules/articles.ts'
import { CONTACT_KINDS } from '#protocol/rules/member/contact.ts'
import { SITE_UTC_OFFSET_MS } from '#protocol/time.ts'
import { siteText } from '#messages/zh/console/site.ts'
import type { PictureSize } from './PictureField.tsx'

type Choices = readonly { readonly value: string; readonly label: string }[]

/** How a property of a body is edited. */
export type ContentField = {
  readonly name: FieldName
  /** Label in place of the one of the name. */
  readonly label?: string
  /** Value of a new item. */
  readonly initial?: string
  /** The property is a number. */
  readonly isNumber?: boolean
  /** The field may be empty. */
  readonly isOptional?: boolean
  readonly hint?: string
} & (
  | { readonly editor: 'line' | 'text'; readonly maxLength: number; readonly rows?: number }
  | { readonly editor: 'choice'; readonly choices: Choices }
  | { readonly editor: 'picture'; readonly size: PictureSize }
  | { readonly editor: 'time' | 'expert' }
)

type FieldName =
  | 'alt'
  | 'answer'
  | 'avatar'
  | 'beat'
  | 'category'
  | 'channel'
  | 'content'
  | 'eid'
  | 'expertId'
  | 'hours'
  | 'icon'
  | 'img'
  | 'imgH5'
  | 'intro'
  | 'isTop'
  | 'jumpType'
  | 'jumpUrl'
  | 'keywords'
  | 'kicker'
  | 'kickOffAt'
  | 'league'
  | 'linkLabel'
  | 'linkTo'
  | 'matchTitle'
  | 'name'
  | 'order'
  | 'path'
  | 'pick'
  | 'popup'
  | 'position'
  | 'question'
  | 'result'
  | 'slug'
  | 'summary'
  | 'text'
  | 'title'
  | 'value'

const choices = <Value extends string>(values: readonly Value[], label: (value: Value) => string): Choices =>
  values.map((value) => ({ value, label: label(value) }))

const line = (name: FieldName, maxLength: number, more: Partial<ContentField> = {}) =>
  ({ ...more, name, editor: 'line', maxLength }) as ContentField
const optional = (name: FieldName, maxLength: number, hint?: string) =>
  line(name, maxLength, { isOptional: true, ...(hint !== undefined && { hint }) })
const choice = (name: FieldName, list: Choices, more: Partial<ContentField> = {}) =>
  ({ initial: list[0]?.value ?? '', ...more, name, editor: 'choice', choices: list }) as ContentField

const JUMP: readonly ContentField[] = [
  choice(
    'jumpType',
    choices(['0', '1', '2'], (value) => siteText(`content.jump.${value}`)),
    { isNumber: true },
  ),
  optional('jumpUrl', 512),
]
const ARTICLE: ContentField = {
  name: 'text',
  editor: 'text',
  maxLength: ARTICLE_MAX_CHARACTERS,
  rows: 10,
  hint: siteText('content.textHint'),
}
const ORDER = line('order', 4, { initial: '100', isNumber: true, hint: siteText('content.orderHint') })

/** The drawn avatars. */
const AVATARS = choices(
  Array.from({ length: AVATAR_COUNT }, (_, index) => avatarPath(index + 1)),
  (value) => siteText('content.avatar', { number: value.replace(/\D/g, '') }),
)

/** Fields of each kind in the order of the form. */
export const CONTENT_FIELDS: Readonly<Record<ContentKind, readonly ContentField[]>> = {
  announcement: [
    line('title', 80),
    { name: 'content', editor: 'text', maxLength: 2000, rows: 4 },
    choice(
      'popup',
      choices(['0', '1'], (value) => siteText(`content.popup.${value}`)),
      { isNumber: true },
    ),
  ],
  banner: [
    choice(
      'position',
      choices(PAGE_POSITIONS, (value) => siteText(`content.page.${value}`)),
    ),
    line('title', 64, { hint: siteText('content.bannerTitleHint') }),
    { name: 'img', label: siteText('content.field.imgWide'), editor: 'picture', size: 'banner' },
    { name: 'imgH5', editor: 'picture', size: 'bannerPhone' },
    ...JUMP,
  ],
  floatWindow: [
    choice(
      'position',
      choices(FLOAT_POSITIONS, (value) => siteText(`content.side.${value}`)),
      { initial: 'right' },
    ),
    { name: 'img', editor: 'picture', size: 'floatWindow' },
    ...JUMP,
  ],
  marquee: [
    line('content', 200, { label: siteText('content.marqueeText'), hint: siteText('content.marqueeHint') }),
    line('eid', 64, { label: siteText('content.roomField'), hint: siteText('content.roomHint'), isOptional: true }),
    ORDER,
  ],
  news: [
    choice(
      'category',
      choices(NEWS_CATEGORIES, (value) => siteText(`content.news.${value}`)),
    ),
    line('kicker', 8, { hint: siteText('content.kickerHint') }),
    line('title', 80),
    { name: 'summary', editor: 'text', maxLength: 200, rows: 2 },
    { name: 'img', editor: 'picture', size: 'news', isOptional: true },
    optional('alt', 80, siteText('content.altHint')),
    ARTICLE,
    choice(
      'isTop',
      choices(['0', '1'], (value) => siteText(`content.top.${value}`)),
      { isNumber: true },
    ),
  ],
  expert: [
    line('name', 32),
    choice('avatar', AVATARS),
    line('beat', 32, { hint: siteText('content.beatHint') }),
    { name: 'intro', editor: 'text', maxLength: 400, rows: 3 },
    ORDER,
  ],
  tip: [
    { name: 'expertId', editor: 'expert' },
    line('title', 80),
    line('pick', 40, { hint: siteText('content.pickHint') }),
    line('league', 48),
    line('matchTitle', 80, { hint: siteText('content.matchHint') }),
    { name: 'kickOffAt', editor: 'time', isNumber: true },
    optional('eid', 64, siteText('content.eidHint')),
    ARTICLE,
    choice(
      'result',
      choices(TIP_RESULTS, (value) => siteText(`content.result.${value}`)),
    ),
  ],
  help: [
    choice(
      'category',
      choices(HELP_CATEGORIES, (value) => siteText(`content.help.${value}`)),
    ),
    line('slug', 40, { hint: siteText('content.slugHint') }),
    line('title', 60),
    { name: 'summary', editor: 'text', maxLength: 120, rows: 2 },
    optional('keywords', 200, siteText('content.keywordsHint')),
    ARTICLE,
    optional('linkTo', 128, siteText('content.linkHint')),
    optional('linkLabel', 24),
    ORDER,
  ],
  question: [
    { name: 'question', editor: 'text', maxLength: 128, rows: 2 },
    { name: 'answer', editor: 'text', maxLength: 1_000, rows: 6 },
    ORDER,
  ],
  contact: [
    choice(
      'channel',
      choices(CONTACT_KINDS, (value) => siteText(`content.channel.${value}`)),
    ),
    line('name', 32, { hint: siteText('content.contactNameHint') }),
    line('value', 128, { hint: siteText('content.contactHint') }),
    optional('hours', 64, siteText('content.hoursHint')),
    ORDER,
  ],
  navigation: [
    line('name', 8),
    choice(
      'icon',
      choices(NAVIGATION_ICONS, (value) => siteText(`content.icon.${value}`)),
    ),
    line('path', 128, { hint: siteText('content.pathHint') }),
    ORDER,
  ],
}

export const KIND_CHOICES = choices(CONTENT_KINDS, (value) => siteText(`content.kind.${value}`)) as readonly {
  readonly value: ContentKind
  readonly label: string
}[]

/** The typed texts of a body by field. A missing body gives those of a new item. */
export function textsOf(kind: ContentKind, body: ContentItem['body'] | null): Readonly<Record<string, string>> {
  const texts = CONTENT_FIELDS[kind].map((field) => {
    if (body === null) return [field.name, field.initial ?? '']
    // Bodies contain texts and numbers only.
    const value = body[field.name] as string | number | undefined
    return [field.name, field.editor === 'time' ? typedTime(Number(value)) : String(value ?? '')]
  })
  return Object.fromEntries(texts) as Record<string, string>
}

/** The body of typed texts. Text that is no number becomes null, which the server refuses. */
export function bodyOf(kind: ContentKind, texts: Readonly<Record<string, string>>): Record<string, unknown> {
  const values = CONTENT_FIELDS[kind].map(({ name, editor, isNumber = false }) => {
    const text = texts[name]?.trim() ?? ''
    if (editor === 'time') return [name, timeOf(text)]
    return [name, !isNumber ? text : /^\d+$/.test(text) ? Number(text) : null]
  })
  return Object.fromEntries(values) as Record<string, unknown>
}

/** A time as `datetime-local` shows it, in the time zone of the site. */
export function typedTime(time: number | null | undefined): string {
  return time == null ? '' : new Date(time + SITE_UTC_OFFSET_MS).toISOString().slice(0, 16)
}

/** The time of a typed text, epoch milliseconds; null if it is empty. */
export function timeOf(typed: string): number | null {
  return typed === '' ? null : Date.parse(`${typed}Z`) - SITE_UTC_OFFSET_MS
}
