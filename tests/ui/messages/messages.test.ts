import { describe, expect, it } from 'vitest'
import { commonText, commonMessages } from '#messages/zh/common.ts'

describe('a message catalogue', () => {
  it('replaces all placeholders', () => {
    expect(commonText('notice.openCount', { count: 3 })).toBe('消息，3 条未读')
    expect(commonText('match.versus', { home: '北港联', away: '南屿' })).toBe('北港联 对 南屿')
  })

  it('inserts any value literally', () => {
    expect(commonText('live.noHitTitle', { query: '$& {count}' })).toBe('没有找到“$& {count}”')
  })

  it('S1.5 is Chinese: every message has a Chinese character or is a number with a name', () => {
    for (const [key, text] of Object.entries(commonMessages)) {
      expect(/\p{Script=Han}/u.test(text) || /^[^A-Za-z]*$|VIP|\{/.test(text), key).toBe(true)
    }
  })

  it('follows the tone of the product: no 亲, no 系统错误, no exclamation mark except in 进球！', () => {
    for (const [key, text] of Object.entries(commonMessages)) {
      expect(text, key).not.toMatch(/亲，|系统错误/)
      if (!text.startsWith('进球')) expect(text, key).not.toMatch(/[!！]/)
    }
  })
})
