import { afterEach, describe, expect, it, vi } from 'vitest'
import { browserStorage, createStorage } from '#transport/storage.ts'
import { browserTabs } from '#transport/tabs.ts'

const DAY_MS = 86_400_000

/** Another document of this origin, as another tab is. */
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
  it('S9.20 settled 26 hear that the session has changed by BroadcastChannel, and no word more', async () => {
    const [here, there] = [browserTabs(), browserTabs()]
    const spy = new BroadcastChannel('grandstand-session')
    const heard = new Promise<unknown>((resolve) => spy.addEventListener('message', (event) => resolve(event.data)))
    const told = new Promise<void>((resolve) => there.listen(resolve))
    let echoes = 0
    here.listen(() => (echoes += 1))
    here.tell()
    await told
    expect(await heard).toBe('changed')
    expect(echoes).toBe(0)
    spy.close()
  })

  it('S9.20 settled 26 hear it by the storage event where there is no BroadcastChannel, and nothing stays stored', async () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    const other = otherTab()
    const tabs = browserTabs()
    const told = new Promise<void>((resolve) => tabs.listen(resolve))
    other.localStorage.setItem('unrelated', 'changed')
    other.localStorage.setItem('grandstand-session', 'changed')
    await told
    for (const key of ['unrelated', 'grandstand-session']) other.localStorage.removeItem(key)

    const event = storageEvent(other)
    tabs.tell()
    expect(await event).toMatchObject({ key: 'grandstand-session', newValue: 'changed' })
    expect(localStorage.getItem('grandstand-session')).toBeNull()
  })

  it('S9.20 settled 35 the cookie lasts although the clock of this device is a day wrong', async () => {
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

  it('S9.20 settled 26 a tab takes over and gives up what another one has signed in to', async () => {
    const here = browserStorage(() => Date.now())
    const changed = new Promise<void>((resolve) => here.onSessionChanged(resolve))
    const channel = new BroadcastChannel('grandstand-session')
    document.cookie = 'tb-token=from-there; Path=/; Max-Age=60'
    channel.postMessage('changed')
    await changed
    expect(await here.get('tb-token')).toBe('from-there')
    expect(sessionStorage.getItem('tb-token')).toBe('from-there')

    const gone = new Promise<void>((resolve) => here.onSessionChanged(resolve))
    document.cookie = 'tb-token=; Path=/; Max-Age=0'
    channel.postMessage('changed')
    await gone
    expect(await here.get('tb-token')).toBeNull()
    channel.close()
  })
})
