import { MINUTE_MS } from '#protocol/time.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { store } from '#state/store.ts'
import { cachedResponsesAtom, useCachedData } from '#state/data/use-cached-data.ts'
import { watchSiteChanges } from '#state/site/site-room.ts'
import { transport } from '../support/fake-transport.ts'
import { batch, NOON, noticeRow } from '../support/feed-fixtures.ts'
import type { Mounted } from '../support/mount.tsx'
import { mount } from '../support/mount.tsx'

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
function tell(seq: number, reads: string[]): void {
  const row = { ...noticeRow(seq, NOON), data: { text: '', reads } }
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
