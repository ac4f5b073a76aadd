import { describe, expect, it } from 'vitest'
import { contactAddress } from '#protocol/rules/member/contact.ts'
import { accessMessages } from '#messages/zh/access.ts'
import { commonMessages } from '#messages/zh/common.ts'
import { rehearsalMessages } from '#gallery/rehearsal/messages.ts'

const address = contactAddress

describe('contact addresses', () => {
  it('S7.32 accepts mail, telephone, paths of this site and https pages', () => {
    expect(address('email', 'service@example.test')).toBe('mailto:service@example.test')
    expect(address('phone', '+86 400-000-0000')).toBe('tel:+864000000000')
    expect(address('chat', '/cs/chat')).toBe('/cs/chat')
    expect(address('chat', 'https://chat.example.test/a')).toBe('https://chat.example.test/a')
  })

  it('S7.32 rejects everything else', () => {
    for (const value of [
      'javascript:alert(1)',
      'data:text/html,x',
      'http://a.test',
      '//evil.test',
      '/\\evil.test',
      '',
    ]) {
      expect(address('chat', value), value).toBeNull()
    }
    expect(address('email', 'a@b.test?bcc=c@d.test')).toBeNull()
    expect(address('phone', 'ussd *100#')).toBeNull()
  })
})

describe('messages of access pages and outcomes', () => {
  const all = Object.entries({ ...commonMessages, ...accessMessages, ...rehearsalMessages })

  it('S1.5 are Chinese and follow the tone of the product', () => {
    for (const [key, text] of all) {
      expect(/\p{Script=Han}/u.test(text) || /^[^A-Za-z]*$|\{/.test(text), key).toBe(true)
      expect(text, key).not.toMatch(/亲，|系统错误|[!！]/)
    }
  })
})
