import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { UpdatePrompt } from '#features/update/UpdatePrompt.tsx'
import { connectionAtom } from '#state/data/connection.ts'
import { store } from '#state/store.ts'
import { frames, mount, type Mounted } from '../support/mount.tsx'

const meta = Object.assign(document.createElement('meta'), { name: 'grandstand-build', content: 'a'.repeat(16) })
let mounted: Mounted
let requests: unknown[]

beforeEach(() => {
  vi.spyOn(performance, 'now').mockReturnValue(60_000)
  document.head.append(meta)
  requests = []
  vi.spyOn(window, 'fetch').mockImplementation(async (address) => {
    requests.push(address)
    return Response.json({ build: 'b'.repeat(16) })
  })
  mounted = mount(<UpdatePrompt />)
})

afterEach(() => {
  mounted.unmount()
  meta.remove()
  vi.restoreAllMocks()
})

/** Hides or shows the page, like a change of the tab. */
function setHidden(isHidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  document.dispatchEvent(new Event('visibilitychange'))
}

function reconnect(): void {
  store.set(connectionAtom, 'recovering')
  store.set(connectionAtom, 'online')
}

const prompt = page.getByText('有新版本，刷新后生效')

describe('a new build', () => {
  it('is offered after a reconnection', async () => {
    expect(requests).toEqual([])
    reconnect()
    await expect.element(prompt).toBeVisible()
    expect(requests).toEqual(['/build.json'])
  })

  it('is not requested when a page that was just loaded connects', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(1_000)
    reconnect()
    await frames(2)
    expect(requests).toEqual([])
  })

  it('is offered when the page becomes visible after a reconnection while it was hidden', async () => {
    setHidden(true)
    reconnect()
    await frames(2)
    expect(requests).toEqual([])
    setHidden(false)
    await expect.element(prompt).toBeVisible()
  })

  it('is not requested again each time the page becomes visible', async () => {
    reconnect()
    await expect.element(prompt).toBeVisible()
    setHidden(true)
    setHidden(false)
    await frames(2)
    expect(requests).toHaveLength(1)
  })
})
