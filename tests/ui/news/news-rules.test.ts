import { siteDateOf } from '#protocol/time.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failure } from '#protocol/result.ts'
import { hasMore, NO_PAGES, type Page, pageFailed, type Pages, pageToRead, takePage } from '#features/news/pages.ts'
import { dateAfter, dayPath, timeOfDate } from '#features/news/news-path.ts'
import { isShowable, MAX_PIXELS, pictureOf } from '#features/news/articles/picture.ts'
import { rateShort } from '#features/news/ExpertRows.tsx'
import { zoneOf } from '#features/news/zone.ts'
import { plainParagraphs, plainText } from '#lib/plain-text.ts'
import { newsMessages } from '#messages/zh/news.ts'

interface Item {
  readonly id: string
}
const items = (from: number, to: number): Item[] =>
  Array.from({ length: to - from }, (_, index) => ({ id: `n${from + index}` }))
const page = (from: number, to: number, total: number): Page<Item> => ({ list: items(from, to), total })

describe('S1.23 a paged list', () => {
  it('S1.23 contains each item once, in order, while new items are published', () => {
    const arbitraryShift = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(arbitraryShift, fc.integer({ min: 1, max: 60 }), (published, total) => {
        let pages: Pages<Item> = NO_PAGES
        let newer = 0
        for (const shift of published) {
          // New articles are inserted at the front.
          newer += shift
          const all = [...Array.from({ length: newer }, (_, at) => ({ id: `new${newer - at}` })), ...items(0, total)]
          const from = (pages.nextPage - 1) * 10
          const response = { list: all.slice(from, from + 10), total: all.length }
          pages = takePage(pages, response, pages.nextPage, 1)
        }
        const ids = pages.items.map(({ id }) => id)
        const old = ids.filter((id) => id.startsWith('n') && !id.startsWith('new'))
        return new Set(ids).size === ids.length && old.every((id, at) => id === `n${at}`)
      }),
    )
  })

  it('S1.23 retries the failed page, also the first one', () => {
    const out = failure(-1, '超时')
    const two = takePage(takePage(NO_PAGES, page(0, 10, 25), 1, 7), page(10, 20, 25), 2, 9)
    expect([pageToRead(NO_PAGES), pageToRead(two)]).toEqual([1, 3])
    expect(pageToRead(pageFailed(two, out, 3))).toBe(3)
    const stale = pageFailed(two, out, 1)
    expect([pageToRead(stale), stale.items.length, stale.failure]).toEqual([1, 20, out])
    expect(pageToRead(takePage(stale, page(0, 10, 25), 1, 11))).toBe(2)
  })

  it('S1.23 ends at an empty page; a first page replaces the list', () => {
    const one = takePage(NO_PAGES, page(0, 10, 25), 1, 7)
    expect([hasMore(NO_PAGES), hasMore(one), one.nextPage, one.updatedAt]).toEqual([false, true, 2, 7])
    const two = takePage({ ...one, failure: failure(-1, '超时') }, page(10, 20, 25), 2, 9)
    expect([two.items.length, two.failure, two.updatedAt]).toEqual([20, null, 7])
    expect(hasMore(takePage(two, page(0, 0, 25), 3, 9))).toBe(false)
    expect(takePage(two, page(0, 3, 3), 1, 11)).toMatchObject({ items: items(0, 3), nextPage: 2, updatedAt: 11 })
  })
})

describe('S1.23 text of an article', () => {
  it('S1.23 keeps markup as text', () => {
    const hostile = '<img src=x onerror="alert(1)"><script>alert(2)</script>&lt;b&gt;'
    expect(plainText(hostile)).toBe(hostile)
  })

  it('S1.23 removes invisible and bidirectional control characters, and keeps emoji intact', () => {
    expect(plainText('\u202e卡\u200b片\u2066反\ufeff\u0000')).toBe('卡片反')
    expect(plainText('a\u200db 👩\u200d👧 🏳️\u200d🌈')).toBe('ab 👩\u200d👧 🏳️\u200d🌈')
    const unseen = ['\u202e', '\u2066', '\u200b', '\u200d', '\ufeff', '\u0000', '看', 'a', ' ', '👧']
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...unseen) }), (text) => {
        const shown = plainText(text)
        // oxlint-disable-next-line no-control-regex -- that is what must be gone
        return !/[\u202e\u2066\u200b\ufeff\u0000]/.test(shown) && !/(^|[^👧])\u200d/u.test(shown)
      }),
    )
  })

  it('S1.23 is split into paragraphs without empty lines', () => {
    expect(plainParagraphs(['一\n\n二\r\n三', ' \u200b ', '四'])).toEqual(['一', '二', '三', '四'])
    expect(plainParagraphs(['长'.repeat(50_000)])[0]).toHaveLength(50_000)
  })
})

describe('S1.23 pictures of articles', () => {
  it('S1.23 are paths of this site or https; crests are drawn on a background', () => {
    expect(pictureOf('/art/crest-beigang.svg')).toEqual({ kind: 'emblem', src: '/art/crest-beigang.svg' })
    expect(pictureOf('/art/banner-derby.svg')).toMatchObject({ kind: 'photo' })
    expect(pictureOf('https://img.example.test/a.jpg')).toMatchObject({ kind: 'photo' })
    const refused = ['', 'javascript:alert(1)', 'data:image/svg+xml,<svg/>', 'http://a.test/a.png', '//a.test/a.png']
    for (const img of [...refused, 'blob:x', '/../secret.png', '/art/../../x.png'])
      expect(pictureOf(img), img).toBeNull()
  })

  it('S1.23 are shown only with a valid size', () => {
    expect(isShowable({ naturalWidth: 1200, naturalHeight: 800 })).toBe(true)
    expect(isShowable({ naturalWidth: 0, naturalHeight: 800 })).toBe(false)
    expect(isShowable({ naturalWidth: MAX_PIXELS, naturalHeight: 2 })).toBe(false)
  })
})

describe('S9.16 days of the schedule', () => {
  it('S9.16 start at 16:00 UTC of the day before', () => {
    expect(siteDateOf(Date.UTC(2026, 10, 20, 16))).toBe('2026-11-21')
    expect(siteDateOf(Date.UTC(2026, 10, 20, 16) - 1)).toBe('2026-11-20')
    expect(timeOfDate('2026-11-21')).toBe(Date.UTC(2026, 10, 20, 16))
    expect(dayPath(Date.UTC(2026, 10, 21))).toBe('/app/data?date=2026-11-21')
    expect([dateAfter('2026-12-31', 1), dateAfter('2028-03-01', -1), dateAfter('x', 1)]).toEqual([
      '2027-01-01',
      '2028-02-29',
      'x',
    ])
  })

  it.each(['', '2026-02-31', '2026-13-01', '21.11.2026', '2026-11-21T00:00', '0000-00-00'])(
    '%j is not a date',
    (text) => {
      expect(timeOfDate(text)).toBeNull()
    },
  )
})

describe('S1.24 the record of an expert', () => {
  it('S1.24 has a rate from twenty settled tips on', () => {
    expect(rateShort({ settled: 20, right: 13 })).toBe('命中 65%')
    expect(rateShort({ settled: 19, right: 19 })).toBe('样本不足')
  })

  it('a rank is in at most one zone', () => {
    const zones = [
      { kind: 'top', name: '季后赛', from: 1, to: 2 },
      { kind: 'bottom', name: '附加赛', from: 6, to: 6 },
    ] as const
    expect([1, 2, 3, 5, 6, 7].map((rank) => zoneOf([...zones], rank)?.name ?? null)).toEqual([
      '季后赛',
      '季后赛',
      null,
      null,
      '附加赛',
      null,
    ])
  })
})

describe('messages of the news', () => {
  it('S1.5 are Chinese and follow the tone of the product', () => {
    for (const [key, text] of Object.entries(newsMessages)) {
      expect(/\p{Script=Han}/u.test(text), key).toBe(true)
      expect(text, key).not.toMatch(/亲，|系统错误|[!！]/)
    }
  })
})
