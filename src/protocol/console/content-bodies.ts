import * as z from 'zod/mini'
import { publicId, shownLines, shownText, text } from '../endpoints/shapes.ts'
import { ARTICLE_MAX_CHARACTERS, HELP_CATEGORIES, isArticleText, NEWS_CATEGORIES } from '../rules/articles.ts'
import { CONTACT_KINDS, contactAddress } from '../rules/member/contact.ts'
import { isSitePath, type Jump, jumpTarget } from '../rules/jump.ts'
import { rowId } from './action.ts'
import type { CONTENT_KINDS } from './constants.ts'
import { FLOAT_POSITIONS, NAVIGATION_ICONS, ORDER_MAX, PAGE_POSITIONS, TIP_RESULTS } from './constants.ts'

export type ContentKind = (typeof CONTENT_KINDS)[number]

const title = (length: number) => shownText(1, length)
/** A text that may be empty. */
const note = (length: number) => shownText(0, length)
/** A picture of this site. Pages may not load pictures of other sites. */
const picture = z.string().check(z.regex(/^\/[\w./-]{1,255}$/), z.refine(isSitePath))
const flag = z.union([z.literal(0), z.literal(1)])
/** Position in a list. Lower comes first; items with the same position follow each other as they were created. */
const order = z.int().check(z.minimum(0), z.maximum(ORDER_MAX))
const articleText = shownLines(0, ARTICLE_MAX_CHARACTERS).check(z.refine(isArticleText))
/** A path of this site, or nothing. */
const optionalPath = z.string().check(
  z.maxLength(128),
  z.refine((path) => path === '' || isSitePath(path)),
)

/** 0 = no link, 1 = a path of this site, 2 = another site. */
const jumpType = z.union([z.literal(0), z.literal(1), z.literal(2)])
const jump = { jumpType, jumpUrl: text(512) }

/** Only links that pages open are stored. */
const opens = (link: Jump): boolean => (link.jumpType === 0 ? link.jumpUrl === '' : jumpTarget(link).kind !== 'none')
const withJump = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.strictObject({ ...shape, ...jump }).check(z.refine((item) => opens(item as Jump), { path: ['jumpUrl'] }))

/** The editable part of each kind of content. */
export const CONTENT_BODIES = {
  /** `popup` 1 opens once for each member, 0 is in the marquee and the list only (S7.28). */
  announcement: z.strictObject({ title: title(80), content: shownLines(1, 2000), popup: flag }),
  banner: withJump({ position: z.enum(PAGE_POSITIONS), title: title(64), img: picture, imgH5: picture }),
  floatWindow: withJump({ position: z.enum(FLOAT_POSITIONS), img: picture }),
  /**
   * S3.24. `eid` names the room that shows it; empty for all rooms. An item with a time window has category 1 (S4.27),
   * one without is shown until it is withdrawn.
   */
  marquee: z.strictObject({
    content: z.pipe(z.string().check(z.regex(/^[^\r\n\u2028\u2029]*$/)), title(200)),
    eid: z.union([z.literal(''), publicId]),
    order,
  }),
  /** S1.23. `isTop` 1 is listed before newer articles. The picture is optional; one needs a description. */
  news: z
    .strictObject({
      category: z.enum(NEWS_CATEGORIES),
      kicker: title(8),
      title: title(80),
      summary: shownLines(1, 200),
      img: z.union([z.literal(''), picture]),
      alt: note(80),
      text: articleText,
      isTop: flag,
    })
    .check(z.refine(({ img, alt }) => img === '' || alt !== '', { path: ['alt'] })),
  /** S1.24. The author of tips. */
  expert: z.strictObject({
    name: title(32),
    avatar: z.string().check(z.regex(/^\/art\/av-(?:[1-9]|1\d|2[0-4])\.svg$/)),
    beat: title(32),
    intro: shownLines(1, 400),
    order,
  }),
  /** S1.24. `eid` names a match of this site whose score the tip shows; empty for none. */
  tip: z.strictObject({
    expertId: rowId,
    title: title(80),
    pick: title(40),
    league: title(48),
    matchTitle: title(80),
    kickOffAt: z.int().check(z.nonnegative()),
    eid: z.union([z.literal(''), publicId]),
    text: articleText,
    result: z.enum(TIP_RESULTS),
  }),
  /** S1.26. `slug` is the end of the URL. One of a built-in article replaces it. `keywords` are separated by spaces. */
  help: z
    .strictObject({
      slug: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{1,39}$/)),
      category: z.enum(HELP_CATEGORIES),
      title: title(60),
      summary: shownLines(1, 120),
      keywords: note(200),
      text: articleText,
      linkTo: optionalPath,
      linkLabel: note(24),
      order,
    })
    .check(z.refine(({ linkTo, linkLabel }) => (linkTo === '') === (linkLabel === ''), { path: ['linkLabel'] })),
  /** S7.32. A frequent question on the page of customer service. */
  question: z.strictObject({ question: shownLines(1, 128), answer: shownLines(1, 1000), order }),
  /** S7.32. A way to reach customer service. The page shows the first hours. */
  contact: z
    .strictObject({ channel: z.enum(CONTACT_KINDS), name: title(32), value: title(128), hours: note(64), order })
    .check(z.refine(({ channel, value }) => contactAddress(channel, value) !== null, { path: ['value'] })),
  /** S7.31. An entry of the rail. */
  navigation: z.strictObject({
    name: title(8),
    icon: z.enum(NAVIGATION_ICONS),
    path: z.string().check(z.maxLength(128), z.refine(isSitePath)),
    order,
  }),
} as const satisfies Readonly<Record<ContentKind, z.ZodMiniType>>

export type ContentBodyOf<Kind extends ContentKind> = z.infer<(typeof CONTENT_BODIES)[Kind]>
