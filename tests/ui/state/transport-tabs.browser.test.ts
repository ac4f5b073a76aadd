import { DAY_MS } from '#protocol/time.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { browserStorage, createStorage } from '#transport/storage.ts'
import type { EndedBy } from '#transport/tabs.ts'
import { browserTabs } from '#transport/tabs.ts'

/** Another document of this origin, like another tab. */
function otherTab(): Window {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  return frame.contentWindow!
}

/** The next storage event of a document. */
function storageEvent(tab: Window): Promise<StorageEvent> {
  return new Promise((resolve) => tab.addEventListener('storage', resolve, { once: true }))
}

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

describe('tabs of a browser', () => {
  it('settled 26 receive a session change by BroadcastChannel, without data', async () => {
    const [here, there] = [browserTabs(), browserTabs()]
    const spy = new BroadcastChannel('grandstand-session')
    const heard = new Promise<unknown>((resolve) => spy.addEventListener('message', (event) => resolve(event.data)))
    const received = new Promise<EndedBy>((resolve) => there.listen(resolve))
    let echoes = 0
    here.listen(() => (echoes += 1))
    here.notify(null)
    expect(await received).toBeNull()
    expect(await heard).toBe('changed')
    expect(echoes).toBe(0)
    spy.close()
  })

  it('settled 26 receive it by the storage event without BroadcastChannel, and nothing remains stored', async () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    const other = otherTab()
    const tabs = browserTabs()
    const received = new Promise<EndedBy>((resolve) => tabs.listen(resolve))
    other.localStorage.setItem('unrelated', 'changed')
    other.localStorage.setItem('grandstand-session', 'changed')
    await received
    for (const key of ['unrelated', 'grandstand-session']) other.localStorage.removeItem(key)

    const event = storageEvent(other)
    tabs.notify(null)
    expect(await event).toMatchObject({ key: 'grandstand-session', newValue: 'changed' })
    expect(localStorage.getItem('grandstand-session')).toBeNull()
  })

  it('S4.15 receive the code of an ended session, and ignore other messages', async () => {
    const [here, there] = [browserTabs(), browserTabs()]
    const heard: EndedBy[] = []
    const done = new Promise<void>((resolve) =>
      there.listen((endedBy) => {
        heard.push(endedBy)
        if (endedBy === null) resolve()
      }),
    )
    const foreign = new BroadcastChannel('grandstand-session')
    const odd = [
      'changed:',
      'changed:abc',
      'changed:104040',
      'changed:10404 ',
      'CHANGED',
      10404,
      null,
      { changed: 10404 },
    ]
    for (const message of odd) foreign.postMessage(message)
    // A channel preserves order, so this message arrives after the invalid ones.
    foreign.postMessage('changed:10406')
    foreign.postMessage('changed')
    await done
    expect(heard).toEqual([10406, null])
    const received = new Promise<unknown>((resolve) =>
      foreign.addEventListener('message', (event) => resolve(event.data)),
    )
    here.notify(10404)
    expect(await received).toBe('changed:10404')
    foreign.close()
  })

  it('S4.15 receive the code by the storage event', async () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    const other = otherTab()
    const tabs = browserTabs()
    const received = new Promise<EndedBy>((resolve) => tabs.listen(resolve))
    other.localStorage.setItem('grandstand-session', 'changed:now')
    other.localStorage.setItem('grandstand-session', 'changed:10404')
    expect(await received).toBe(10404)
    other.localStorage.removeItem('grandstand-session')
    const event = storageEvent(other)
    tabs.notify(10406)
    expect(await event).toMatchObject({ newValue: 'changed:10406' })
  })

  it('settled 35 keep the cookie although the device clock is a day wrong', async () => {
    for (const wrongMs of [DAY_MS, -DAY_MS]) {
      const storage = createStorage({
        session: sessionStorage,
        local: localStorage,
        cookies: { read: () => document.cookie, write: (text) => void (document.cookie = text) },
        isSecure: false,
        now: () => Date.now() - wrongMs,
      })
      expect(await storage.set('tb-token', 'token+1')).toBe(true)
      expect(document.cookie).toContain('tb-token=token%2B1')
      await storage.remove('tb-token')
      expect(document.cookie).not.toContain('tb-token')
      expect(sessionStorage.getItem('tb-token')).toBeNull()
    }
  })

  it('settled 26 adopt the session of another tab, and its end', async () => {
    const here = browserStorage(() => Date.now())
    const changed = new Promise<EndedBy>((resolve) => here.onSessionChanged(resolve))
    const channel = new BroadcastChannel('grandstand-session')
    document.cookie = 'tb-token=from-there; Path=/; Max-Age=60'
    channel.postMessage('changed')
    await changed
    expect(await here.get('tb-token')).toBe('from-there')
    expect(sessionStorage.getItem('tb-token')).toBe('from-there')

    const ended = new Promise<EndedBy>((resolve) => here.onSessionChanged(resolve))
    document.cookie = 'tb-token=; Path=/; Max-Age=0'
    channel.postMessage('changed')
    await ended
    expect(await here.get('tb-token')).toBeNull()
    channel.close()
  })
})
