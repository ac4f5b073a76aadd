import { expect, it } from 'vitest'
import { siteOfTab, withSite } from '#app/route/site-of-tab.ts'

it.each([
  // [demo, shown, named, stored, kept]
  [true, '5009', null, null, null],
  [true, '5015', '5015', null, '5015'],
  [true, '5009', null, '5015', '5015'],
  [true, '5001', '5001', '5015', '5001'],
  // The server does not know the named site.
  [true, '5009', '4000', '5015', null],
  [false, '5009', null, '5015', null],
  [false, '5015', '5015', null, null],
])(
  'settled 29 demo %s, page of %s, URL names %s, stored %s: the tab keeps %s',
  (isDemo, shown, named, stored, kept) => {
    expect(siteOfTab({ isDemo, shown, named, stored })).toBe(kept)
  },
)

it('settled 29 a page that was loaded with the kept site is not loaded again', () => {
  for (const stored of ['5015', '9999', 'x']) {
    const kept = siteOfTab({ isDemo: true, shown: '5009', named: null, stored })
    const address = withSite('https://a.example/app/live?q=1#x', kept ?? '')
    expect(address).toBe(`https://a.example/app/live?q=1&siteId=${stored}#x`)
    // The server has shown it, or another one.
    expect(siteOfTab({ isDemo: true, shown: stored, named: stored, stored })).toBe(stored)
    expect(siteOfTab({ isDemo: true, shown: '5009', named: stored, stored })).toBe(null)
  }
})
