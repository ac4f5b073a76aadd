import { expect, it } from 'vitest'
import { PROTOCOL_VERSION } from '#protocol/version.ts'
import { readVisit, storeVisit } from '#state/data/last-visit.ts'

const TOKEN = 'token-of-the-first-session-0001'

/** A tab with the token of a session. */
function tabWith(token: string, site = '5009') {
  const values = new Map([['tb-token', token]])
  return {
    site,
    cookies: `theme=dark; tb-token=${token}`,
    storage: {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
    },
    text: () => values.get('visit') ?? '',
  }
}

const CACHE = new Map<string, unknown>([
  ['balance.list {"currency":"CNY"} u-a', { center: 100 }],
  ['balance.list {"currency":"CNY"} u-b', { center: 200 }],
  ['news.list {} ', { list: [] }],
])

it("decision 204 keeps a member's responses for the next page of the session, without the token", () => {
  const tab = tabWith(TOKEN)
  storeVisit('u-a', CACHE, null, tab)
  expect(readVisit(tab)).toEqual({
    userId: 'u-a',
    responses: new Map([['balance.list {"currency":"CNY"} u-a', { center: 100 }]]),
  })
  expect(tab.text()).not.toContain(TOKEN)
})

it('decision 204 keeps what the page did not read again, of the same member only', () => {
  const tab = tabWith(TOKEN)
  const before = {
    userId: 'u-a',
    responses: new Map([
      ['bankCard.list {} u-a', { list: [] }],
      ['balance.list {"currency":"CNY"} u-a', { center: 1 }],
    ]),
  }
  storeVisit('u-a', CACHE, before, tab)
  expect([...(readVisit(tab)?.responses ?? [])]).toEqual([
    ['bankCard.list {} u-a', { list: [] }],
    ['balance.list {"currency":"CNY"} u-a', { center: 100 }],
  ])
  storeVisit('u-b', CACHE, before, tab)
  expect([...(readVisit(tab)?.responses.keys() ?? [])]).toEqual(['balance.list {"currency":"CNY"} u-b'])
})

it.each([
  ['in another session', { storage: { ...tabWith('token-of-the-second-session-0002').storage } }],
  ['on another site', { site: '5015' }],
  ['after a sign-out in another tab', { cookies: 'theme=dark' }],
  ['after a sign-in of another member in another tab', { cookies: 'tb-token=token-of-the-second-session-0002' }],
])('decision 204 shows nothing %s', (_, change) => {
  const tab = tabWith(TOKEN)
  storeVisit('u-a', CACHE, null, tab)
  const visit = tab.text()
  expect(readVisit(tab)).not.toBeNull()
  const changed = { ...tab, ...change }
  changed.storage.setItem('visit', visit)
  expect(readVisit(changed)).toBeNull()
})

it('decision 204 shows nothing that another version has stored', () => {
  const tab = tabWith(TOKEN)
  storeVisit('u-a', CACHE, null, tab)
  const visit: object = JSON.parse(tab.text())
  tab.storage.setItem('visit', JSON.stringify({ ...visit, version: PROTOCOL_VERSION - 1 }))
  expect(readVisit(tab)).toBeNull()
})

it('decision 204 shows nothing of damaged data, and stores nothing without a session', () => {
  const tab = tabWith(TOKEN)
  tab.storage.setItem('visit', '{')
  expect(readVisit(tab)).toBeNull()
  const visitor = tabWith('')
  storeVisit('u-a', CACHE, null, visitor)
  expect(visitor.text()).toBe('')
})

it('decision 204 does not store more than 200,000 characters', () => {
  const tab = tabWith(TOKEN)
  storeVisit('u-a', new Map([['x u-a', 'x'.repeat(200_001)]]), null, tab)
  expect(tab.text()).toBe('')
})
