import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSitePath, jumpTarget } from '#protocol/rules/jump.ts'

const ORIGIN = 'https://stand.example'
const NONE = { kind: 'none' }

const HOSTILE = [
  '',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<b>',
  'vbscript:x',
  'blob:https://a.example/1',
  'file:///etc/passwd',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%5cevil.example',
  '/..//evil.example',
  '/app/%2e%2e/%2e%2e//evil.example',
  '/app/../api',
  '/a/%2fevil.example',
  'evil.example',
  'http://evil.example',
  'ftp://evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'https://user@evil.example',
  'https://user:pass@evil.example/',
  'https://good.example@evil.example/',
  'https://good.example\\@evil.example/',
  'https://evil',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://evil.example:port/',
  'https://evil.example:99999/',
  'https://аррӏе.example/',
  '/app/live\n',
  '/app live',
]

describe('banner links', () => {
  it.each(HOSTILE)('S7.30 refuse %j', (jumpUrl) => {
    expect(jumpTarget({ jumpType: 1, jumpUrl })).toEqual(NONE)
    expect(jumpTarget({ jumpType: 2, jumpUrl })).toEqual(NONE)
  })

  it('S7.27 accept a path of this site', () => {
    for (const path of ['/', '/app/live/2001', '/app/live?kind=football', '/cs#hours', '/app/live?q=%E5%BE%B7']) {
      expect(jumpTarget({ jumpType: 1, jumpUrl: path })).toEqual({ kind: 'path', path })
      expect(jumpTarget({ jumpType: 2, jumpUrl: path })).toEqual(NONE)
    }
    expect(isSitePath(`/${'a'.repeat(512)}`)).toBe(false)
  })

  it('S7.27 accept an https URL and return its host', () => {
    const url = 'https://News.Example.com:8443/a?b=c#d'
    expect(jumpTarget({ jumpType: 2, jumpUrl: url })).toEqual({ kind: 'outside', url, host: 'news.example.com' })
    expect(jumpTarget({ jumpType: 1, jumpUrl: url })).toEqual(NONE)
  })

  it('S7.27 refuse other types', () => {
    for (const jumpType of [0, 3, -1, 1.5, Number.NaN]) {
      expect(jumpTarget({ jumpType, jumpUrl: '/app/live' })).toEqual(NONE)
      expect(jumpTarget({ jumpType, jumpUrl: 'https://a.example/' })).toEqual(NONE)
    }
  })

  const hostile = fc.constantFrom(
    ...HOSTILE,
    ':99999',
    '/a',
    '?b',
    '.example',
    'x',
    '/',
    '//',
    '\\',
    '%2e',
    '..',
    '@',
    ':',
    'https://',
    '/app',
    'a.example',
  )
  const address = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.oneof(hostile, fc.string())).map((parts) => parts.join('')),
  )

  it('S7.30 of type path stay on the site for any input', () => {
    fc.assert(
      fc.property(address, (jumpUrl) => {
        const target = jumpTarget({ jumpType: 1, jumpUrl })
        expect(target.kind).not.toBe('outside')
        if (target.kind !== 'path') return
        const resolved = new URL(target.path, `${ORIGIN}/app/home`)
        expect(resolved.origin).toBe(ORIGIN)
        expect(resolved.pathname + resolved.search + resolved.hash).toBe(target.path.replace(/#$/, ''))
      }),
      { numRuns: 2000 },
    )
  })

  it('S7.30 of type outside are https URLs of the returned host for any input', () => {
    const outside = fc.tuple(fc.constantFrom('https://', 'https:/', 'http://', 'https://a.example'), address)
    fc.assert(
      fc.property(outside, ([start, rest]) => {
        const target = jumpTarget({ jumpType: 2, jumpUrl: start + rest })
        expect(target.kind).not.toBe('path')
        if (target.kind !== 'outside') return
        const { protocol, hostname, username, password } = new URL(target.url)
        expect({ protocol, hostname, username, password }).toEqual({
          protocol: 'https:',
          hostname: target.host,
          username: '',
          password: '',
        })
      }),
      { numRuns: 2000 },
    )
  })
})
