import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { StorageArea } from '#transport/storage.ts'
import { createStorage } from '#transport/storage.ts'
import type { EndedBy, Tabs } from '#transport/tabs.ts'
import { sharedStorage } from '#transport/tabs.ts'

const NOW = 1_795_000_000_000

class Place implements StorageArea {
  readonly #values = new Map<string, string>()
  getItem = (key: string): string | null => this.#values.get(key) ?? null
  setItem = (key: string, value: string): void => void this.#values.set(key, value)
  removeItem = (key: string): void => void this.#values.delete(key)
}

/** One browser: tabs share localStorage and cookies, and have separate sessionStorage. */
class Browser {
  readonly #hasCookies: boolean

  readonly sent: string[] = []
  readonly codes: EndedBy[] = []
  #cookie = ''
  readonly #local = new Place()
  readonly #listeners = new Map<string, (endedBy: EndedBy) => void>()

  constructor(hasCookies = true) {
    this.#hasCookies = hasCookies
  }

  tab(name: string) {
    const session = new Place()
    const changes: (string | null)[] = []
    const ends: EndedBy[] = []
    const tabs: Tabs = {
      notify: (endedBy) => {
        this.sent.push(name)
        this.codes.push(endedBy)
        for (const [other, listener] of this.#listeners) if (other !== name) listener(endedBy)
      },
      listen: (listener) => this.#listeners.set(name, listener),
    }
    const cookies = {
      read: () => this.#cookie,
      write: (text: string) => {
        if (this.#hasCookies) this.#cookie = text.includes('Max-Age=0') ? '' : (text.split(';')[0] ?? '')
      },
    }
    const places = { session, local: this.#local, cookies, isSecure: false, now: () => NOW }
    const storage = sharedStorage(createStorage(places), tabs)
    storage.onSessionChanged((endedBy) => {
      changes.push(session.getItem('tb-token'))
      ends.push(endedBy)
    })
    return { storage, session, changes, ends, tabs }
  }

  forgetListener(name: string): void {
    this.#listeners.delete(name)
  }
}

describe('tabs of one browser', () => {
  it('S4.15 follow a sign-in, an account change and a sign-out without notifying others', async () => {
    const browser = new Browser()
    const [left, right] = [browser.tab('left'), browser.tab('right')]
    await left.storage.set('tb-token', 'token-1')
    await left.storage.set('tb-token', 'token-2')
    await left.storage.remove('tb-token')
    expect(right.changes).toEqual(['token-1', 'token-2', null])
    expect(left.changes).toEqual([])
    expect(browser.sent).toEqual(['left', 'left', 'left'])
  })

  it('S4.15 pass on why the server has ended a session, but no reason for a sign-out', async () => {
    const browser = new Browser()
    const [left, right] = [browser.tab('left'), browser.tab('right')]
    await left.storage.set('tb-token', 'token-1')
    await left.storage.remove('tb-token', 10404)
    await left.storage.set('tb-token', 'token-2')
    await left.storage.remove('tb-token')
    expect(right.ends).toEqual([null, 10404, null, null])
    expect(browser.codes).toEqual([null, 10404, null, null])
  })

  it('S4.15 decision 54 ignore the end of a session if they have another one', async () => {
    const browser = new Browser()
    const [left, right] = [browser.tab('left'), browser.tab('right')]
    await left.storage.set('tb-token', 'token-1')
    browser.forgetListener('left')
    await right.storage.set('tb-token', 'token-2')
    await left.storage.remove('tb-token', 10404)
    expect(browser.codes).toEqual([null, null, 10404])
    expect(right.ends).toEqual([null])
    expect(await right.storage.get('tb-token')).toBe('token-2')
  })

  it('settled 26 send only that the session has changed, and only if it has', async () => {
    const browser = new Browser()
    const [left, right] = [browser.tab('left'), browser.tab('right')]
    await left.storage.set('tb-token', 'token-1')
    await left.storage.set('tb-token', 'token-1')
    await left.storage.set('errCount', '1')
    await left.storage.set('dc', '3')
    expect(browser.sent).toEqual(['left'])
    await right.storage.set('tb-token', 'token-1')
    expect(browser.sent).toEqual(['left'])
  })

  it('settled 26 do not remove the newer token of another tab', async () => {
    const browser = new Browser()
    const [left, right] = [browser.tab('left'), browser.tab('right')]
    await left.storage.set('tb-token', 'token-1')
    browser.forgetListener('right')
    await left.storage.set('tb-token', 'token-2')
    expect(await right.storage.get('tb-token')).toBe('token-1')
    await right.storage.remove('tb-token')
    expect(await left.storage.get('tb-token')).toBe('token-2')
    expect(await browser.tab('third').storage.get('tb-token')).toBe('token-2')
  })

  it('settled 26 catch up after they were frozen', async () => {
    const browser = new Browser()
    const [left, right] = [browser.tab('left'), browser.tab('right')]
    browser.forgetListener('right')
    await left.storage.set('tb-token', 'token-1')
    expect(right.changes).toEqual([])
    right.storage.catchUp()
    right.storage.catchUp()
    expect(right.changes).toEqual(['token-1'])
  })

  it('settled 26 report a session that ended while they were frozen', async () => {
    const browser = new Browser()
    const [left, right] = [browser.tab('left'), browser.tab('right')]
    await left.storage.set('tb-token', 'token-1')
    browser.forgetListener('right')
    await left.storage.remove('tb-token', CODES.LOGIN_ELSEWHERE_ERROR)
    right.storage.catchUp()
    right.storage.catchUp()
    expect([right.changes, right.ends]).toEqual([
      ['token-1', null],
      [null, CODES.AUTH_ERROR],
    ])
  })

  it('settled 26 have separate sessions without cookies', async () => {
    const browser = new Browser(false)
    const [left, right] = [browser.tab('left'), browser.tab('right')]
    await right.storage.set('tb-token', 'token-2')
    await left.storage.set('tb-token', 'token-1')
    await left.storage.remove('tb-token')
    right.storage.catchUp()
    expect(await right.storage.get('tb-token')).toBe('token-2')
    expect(right.changes).toEqual([])
  })
})
