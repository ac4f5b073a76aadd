import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_AFTER_SIGN_IN, safeFromPage } from '#protocol/rules/from-page.ts'

describe('S2.2 redirect after sign-in', () => {
  it.each(['/app/live/e-1', '/app/home?tab=1#x', '/', '/app/%2Flogin', '/loginx'])('%s is accepted', (fromPage) => {
    expect(safeFromPage(fromPage)).toBe(fromPage)
  })

  it.each([
    undefined,
    null,
    '',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'app/home',
    '/app\\..\\x',
    '/app\n/x',
    '/\u0000',
    '/login',
    '/login?fromPage=/login',
    '/entry/login',
    '/login/',
    `/${'a'.repeat(3000)}`,
  ])('%j is replaced by home', (fromPage) => {
    expect(safeFromPage(fromPage)).toBe(DEFAULT_AFTER_SIGN_IN)
  })

  it('stays on the origin for any input', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      'evil.example',
      'http:',
      '//',
      '\t',
      '%2f',
      '@',
      'javascript:',
      'app',
      '?',
      '#',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((parts) => parts.join('')),
        ),
        (fromPage) => {
          const target = new URL(safeFromPage(fromPage), 'https://live.example.com/login')
          expect(target.origin).toBe('https://live.example.com')
        },
      ),
    )
  })
})
