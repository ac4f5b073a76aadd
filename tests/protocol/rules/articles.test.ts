import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CONTENT_BODIES } from '#protocol/console/content-bodies.ts'
import {
  ARTICLE_MAX_CHARACTERS,
  isArticleText,
  PARAGRAPH_MAX_CHARACTERS,
  paragraphsOf,
} from '#protocol/rules/articles.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'

const texts = fc
  .array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 12 })
  .map((lines) => lines.join('\n'))

describe('paragraphs of an article', () => {
  it('are the lines that are not empty, without spaces at their ends', () => {
    expect(paragraphsOf(' 第一段 \r\n\r\n第二段\n \n')).toEqual(['第一段', '第二段'])
    expect(paragraphsOf(' \n ')).toEqual([])
  })

  it('lose no other character, and stay the same when they are joined again', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const paragraphs = paragraphsOf(text)
        expect(paragraphsOf(paragraphs.join('\n\n'))).toEqual(paragraphs)
        expect(paragraphs.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
        expect(paragraphs.every((paragraph) => !/[\r\n]/.test(paragraph) && paragraph !== '')).toBe(true)
      }),
    )
  })

  it('are refused if there is none or one is too long', () => {
    expect(isArticleText('')).toBe(false)
    expect(isArticleText('字'.repeat(PARAGRAPH_MAX_CHARACTERS))).toBe(true)
    expect(isArticleText('字'.repeat(PARAGRAPH_MAX_CHARACTERS + 1))).toBe(false)
  })
})

describe('a stored article', () => {
  it('fits into the response of the news', () => {
    const body = {
      category: 'all',
      kicker: '公告',
      title: '标题',
      summary: '摘要',
      img: '',
      alt: '',
      text: Array.from({ length: ARTICLE_MAX_CHARACTERS / 1_000 - 1 }, () => '字'.repeat(999)).join('\n'),
      isTop: 0,
    }
    const { text, isTop: _, ...item } = CONTENT_BODIES.news.parse(body)
    const article = { ...item, id: 'a', publishedAt: 0, paragraphs: paragraphsOf(text) }
    const neighbours = { match: null, newer: null, older: null }
    expect(ENDPOINTS['news.detail'].data.safeParse({ ...article, ...neighbours }).success).toBe(true)
  })
})
