import { DAY_MS, MINUTE_MS } from '#protocol/time.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { onContentChange } from '#state/data/content-changes.ts'
import { store } from '#state/store.ts'
import { cachedResponsesAtom, useCachedData } from '#state/data/use-cached-data.ts'
import { useMemberData } from '#state/data/use-member-data.ts'
import { usePlayStop } from '#state/session/play-stop.ts'
import { sessionAtom } from '#state/session/session.ts'
import { watchSiteChanges } from '#state/site/site-room.ts'
import { transport } from '../support/fake-transport.ts'
import { batch, NOON, noticeRow, SNAPSHOT } from '../support/feed-fixtures.ts'
import type { Mounted } from '../support/mount.tsx'
import { frames, mount } from '../support/mount.tsx'
import { MEMBER } from '../support/room-fixtures.ts'
import { NO_LIMITS } from '../support/responsible-fixtures.ts'
import { BALANCES } from '../support/wallet-funds-fixtures.ts'

const EVERYTHING = { type: 'all' } as const
const asked = () => transport.calls.filter(({ name }) => name === 'venue.list')
let mounted: Mounted | null = null
let isHidden = false

function serve(name: string): void {
  const venue = { enName: name, chName: name, channelCode: name, type: 'sport' as const, status: 0, isDisplay: 1 }
  transport.responses['venue.list'] = () => success({ list: [{ ...venue, maintainEnd: null }] })
}

function Venue() {
  const { data } = useCachedData('venue.list', EVERYTHING)
  return <p>{data?.list[0]?.chName ?? '还没有'}</p>
}

/** Hides the page for a time and shows it again. */
function away(forMs: number): void {
  isHidden = true
  document.dispatchEvent(new Event('visibilitychange'))
  transport.now += forMs
  window.dispatchEvent(new Event('online'))
  isHidden = false
  document.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('online'))
}

beforeEach(() => {
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
  transport.calls.length = 0
  serve('看台甲')
})
afterEach(() => {
  mounted?.unmount()
  transport.now = NOON
  store.set(cachedResponsesAtom, new Map())
  store.set(sessionAtom, null)
  transport.responses = {}
  vi.restoreAllMocks()
})

it('cached public data is shown while it is refetched in the foreground after five minutes', async () => {
  mounted = mount(<Venue />)
  await expect.element(page.getByText('看台甲')).toBeVisible()
  serve('看台乙')
  away(4 * MINUTE_MS)
  expect(asked()).toHaveLength(1)
  transport.responses['venue.list'] = () => failure(CODES.NOT_FOUND, '内容不存在')
  away(2 * MINUTE_MS)
  await expect.poll(() => asked().length).toBe(2)
  await expect.element(page.getByText('看台甲')).toBeVisible()
  serve('看台乙')
  away(6 * MINUTE_MS)
  await expect.element(page.getByText('看台乙')).toBeVisible()
  // Several events of one return cause one request.
  expect(asked()).toHaveLength(3)
})

/** Sends a notice of a change to the page. */
function tell(seq: number, reads: string[], at = NOON): void {
  const row = { ...noticeRow(seq, at), data: { text: '', reads } }
  transport.site?.onMessage(batch([row], { lastSeq: seq }))
}

it('S9.14 a change by operators is read once by the pages that show it', async () => {
  const stop = watchSiteChanges()
  mounted = mount(<Venue />)
  await expect.element(page.getByText('看台甲')).toBeVisible()
  await expect.poll(() => transport.site).not.toBeNull()
  serve('看台乙')
  tell(1, ['site.navigation'])
  tell(2, ['venue.'])
  await expect.element(page.getByText('看台乙')).toBeVisible()
  // Both changes are read together.
  expect(asked()).toHaveLength(2)
  expect(transport.calls.filter(({ name }) => name === 'site.configs')).toEqual([])
  stop()
})

const enter = (userId: string) => store.set(sessionAtom, { member: { ...MEMBER, userId }, expireAt: NOON + 3_600_000 })

function Center() {
  const { data, failure } = useMemberData('balance.list', { currency: 'CNY' })
  return (
    <p>
      {data?.center ?? '还没有'} {failure?.message}
    </p>
  )
}

it('data of a member are neither shown to the next one nor cached for them, also if their own cannot be read', async () => {
  transport.responses['balance.list'] = () => success({ ...BALANCES.CNY, center: 111 })
  enter('u-a')
  mounted = mount(<Center />)
  await expect.element(page.getByText('111')).toBeVisible()
  let refuse = (): void => undefined
  transport.responses['balance.list'] = () =>
    new Promise((resolve) => {
      refuse = () => resolve(failure(CODES.NOT_FOUND, '内容不存在'))
    })
  enter('u-b')
  await expect.element(page.getByText('还没有')).toBeVisible()
  await frames(2)
  refuse()
  await expect.element(page.getByText('还没有 内容不存在')).toBeVisible()
  expect([...store.get(cachedResponsesAtom).keys()]).toEqual(['balance.list {"currency":"CNY"} u-a'])
  // The member who returns sees the cached data at once, without the failure.
  enter('u-a')
  await expect.element(page.getByText('111', { exact: true })).toBeVisible()
})

it('a limit of one member does not stop the next one', async () => {
  function Stop() {
    return <p>{usePlayStop('bet') === null ? '可以玩' : '不能玩'}</p>
  }
  const exclusion = { kind: 'timeOut', since: NOON, until: NOON + 3_600_000 } as const
  transport.responses['responsible.get'] = () => success({ ...NO_LIMITS, exclusion })
  enter('u-a')
  mounted = mount(<Stop />)
  await expect.element(page.getByText('不能玩')).toBeVisible()
  transport.responses['responsible.get'] = () => failure(CODES.NOT_FOUND, '内容不存在')
  enter('u-b')
  await expect.element(page.getByText('可以玩')).toBeVisible()
})

describe('S9.14 changes by operators and the history of the site room', () => {
  let stops: (() => void)[] = []
  const navigationChanged = vi.fn<() => void>()
  beforeEach(async () => {
    navigationChanged.mockClear()
    stops = [watchSiteChanges(), onContentChange('site.navigation', navigationChanged)]
    mounted = mount(<Venue />)
    await expect.element(page.getByText('看台甲')).toBeVisible()
    await expect.poll(() => transport.site).not.toBeNull()
    serve('看台乙')
  })
  afterEach(() => {
    for (const stop of stops) stop()
  })
  /** Sends another change, and waits until the page has handled it with all changes before it. */
  async function untilHandled(seq: number): Promise<void> {
    const before = navigationChanged.mock.calls.length
    tell(seq, ['site.navigation'])
    await expect.poll(() => navigationChanged.mock.calls.length).toBe(before + 1)
    await frames(2)
  }

  it('a change during a lost connection of 40 s is read after it is restored', async () => {
    tell(1, ['site.navigation'])
    transport.now = NOON + 40_000
    tell(2, ['venue.'], NOON + 1_000)
    await expect.element(page.getByText('看台乙')).toBeVisible()
    expect(asked()).toHaveLength(2)
  })

  it('a change from before the page load, or one that was received before, is not read', async () => {
    tell(1, ['venue.'], NOON - DAY_MS)
    await untilHandled(2)
    expect(asked()).toHaveLength(1)
    tell(3, ['venue.'])
    await expect.element(page.getByText('看台乙')).toBeVisible()
    tell(3, ['venue.'])
    await untilHandled(4)
    expect(asked()).toHaveLength(2)
  })

  it('a reset of the room reads everything again', async () => {
    transport.site?.onMessage({ type: 'reset', snapshot: SNAPSHOT })
    await expect.element(page.getByText('看台乙')).toBeVisible()
    expect(transport.calls.map(({ name }) => name)).toContain('site.configs')
  })
})
