import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { SessionWarning } from '#app/shell/SessionWarning.tsx'
import { sessionAtom, showExpiryWarningAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'
import { transport } from '#tests/ui/support/fake-transport.ts'
import type { Mounted } from '#tests/ui/support/mount.tsx'
import { mount } from '#tests/ui/support/mount.tsx'
import { MEMBER } from '#tests/ui/support/room-fixtures.ts'

/** 21:00 in Shanghai. */
const NINE = Date.UTC(2026, 10, 21, 13)
let mounted: Mounted

beforeEach(() => {
  transport.now = NINE - 272_000
  store.set(sessionAtom, { member: MEMBER, expireAt: NINE })
  mounted = mount(
    <MemoryRouter>
      <SessionWarning />
    </MemoryRouter>,
  )
})
afterEach(() => mounted.unmount())

const text = page.getByText('登录将于 21:00 到期，到期后请重新登录，未发送的内容会保留')

describe('the last five minutes of a session', () => {
  it('S9.20 announces the end politely, with the remaining time', async () => {
    expect(text.elements()).toHaveLength(0)
    store.set(showExpiryWarningAtom, NINE)
    await expect.element(text).toBeVisible()
    // The live region exists before its text, and does not contain the countdown.
    const region = page.getByRole('status')
    expect(region.element().textContent).not.toContain('剩余')
    await expect.element(page.getByRole('timer')).toHaveTextContent('剩余 4:32')
  })

  it('S9.20 is a landmark that contains the whole warning', async () => {
    const landmark = page.getByRole('region', { name: '登录即将到期' })
    store.set(showExpiryWarningAtom, NINE)
    await expect.element(landmark.getByRole('timer')).toBeVisible()
    await expect.element(landmark.getByRole('button', { name: '知道了' })).toBeVisible()
    store.set(sessionAtom, null)
    await expect.element(landmark).not.toBeInTheDocument()
  })

  it('S9.20 can be dismissed once per session', async () => {
    store.set(showExpiryWarningAtom, NINE)
    await page.getByRole('button', { name: '知道了' }).click()
    await expect.element(text).not.toBeInTheDocument()
    store.set(showExpiryWarningAtom, NINE)
    await expect.element(text).not.toBeInTheDocument()
  })

  it('S4.15 disappears with the session', async () => {
    store.set(showExpiryWarningAtom, NINE - 1)
    expect(text.elements()).toHaveLength(0)
    store.set(showExpiryWarningAtom, NINE)
    await expect.element(text).toBeVisible()
    store.set(sessionAtom, null)
    await expect.element(text).not.toBeInTheDocument()
  })
})
