import { failure } from '#protocol/result.ts'
import { MAX_OPEN_POSTINGS, GiftSender } from '#features/gift/gift-sender.ts'
import type { Sample } from '#features/perf/samples.ts'
import { SAMPLES_PER_MINUTE, withSample } from '#features/perf/samples.ts'
import { withSearch } from '#features/search/search-rows.ts'
import { MAX_POSITIONS, withPosition } from '#app/route/scroll-rule.ts'
import { MAX_CACHED_RESPONSES, withResponse } from '#state/data/use-cached-data.ts'
import { MAX_NOTICE_VERSIONS, addNoticeVersions } from '#state/site/notice-versions.ts'
import { closeToast, MAX_QUEUED_TOASTS, registerToastContainer, toast } from '#ui/overlay/toast-manager.ts'
import type { BoundedCase } from '#tests/bounds/holder.ts'

const MANY = 2_000
const gift = (giftId: number) => ({
  giftId,
  giftPrice: 1,
  oldId: giftId,
  giftType: 1,
  giftName: '加油棒',
  giftIcon: '',
  giftIconWeb: '',
  status: '1' as const,
})

/** Collections of the page that grow with the viewer's actions. */
export const TAPPING_HOLDERS: readonly BoundedCase[] = [
  {
    name: 'gifts on their way over a line that answers nothing',
    max: MAX_OPEN_POSTINGS + 1,
    fill: () => openPostings('silence'),
  },
  { name: 'gifts whose outcome stays open', max: MAX_OPEN_POSTINGS + 1, fill: () => openPostings('unsure') },
  {
    name: 'toasts that wait for the code that shows them',
    max: MAX_QUEUED_TOASTS,
    fill() {
      for (let count = 0; count < MANY; count += 1) toast(`第 ${count} 条`)
      const shown: string[] = []
      registerToastContainer({ add: ({ id }) => void shown.push(id), close: () => undefined })()
      shown.forEach(closeToast)
      return shown.length
    },
  },
  {
    name: 'answers that screens show again at once',
    max: MAX_CACHED_RESPONSES,
    fill() {
      let state: ReadonlyMap<string, unknown> = new Map()
      for (let page = 0; page < MANY; page += 1) state = withResponse(state, `news.list ${page}`, { page })
      return state.has(`news.list ${MANY - 1}`) ? state.size : Number.POSITIVE_INFINITY
    },
  },
  {
    name: 'samples of the stats panel',
    max: SAMPLES_PER_MINUTE,
    fill: () => grown<readonly Sample[]>([], (samples, at) => withSample(samples, { at } as Sample)).length,
  },
  {
    name: 'searches of this tab',
    max: 6,
    fill: () => grown<readonly string[]>([], (recent, at) => withSearch(recent, `北港 ${at}`)).length,
  },
  {
    name: 'announcements that were read',
    max: MAX_NOTICE_VERSIONS,
    fill: () => grown<readonly string[]>([], (marks, at) => addNoticeVersions(marks, [`${at}.a`])).length,
  },
  {
    name: 'places in the history of the browser',
    max: MAX_POSITIONS,
    fill: () => grown<ReadonlyMap<string, number>>(new Map(), (places, at) => withPosition(places, `${at}`, at)).size,
  },
]

function grown<Kept>(state: Kept, more: (state: Kept, at: number) => Kept): Kept {
  let now = state
  for (let at = 0; at < MANY; at += 1) now = more(now, at)
  return now
}

/** Open postings after many taps on two gifts. */
async function openPostings(line: 'silence' | 'unsure'): Promise<number> {
  const open = new Set<string>()
  let ids = 0
  let tapped = 0
  let refused = 0
  const pending = failure(10_000, '网断了一下', { details: { isPending: true } })
  const sender = new GiftSender('anchor-1', {
    reward: (_, { idempotencyKey }) => (
      open.add(idempotencyKey),
      line === 'silence' ? new Promise(() => undefined) : Promise.resolve(pending)
    ),
    memberId: () => 'member-1',
    now: () => tapped * 1_000,
    setTimer: () => () => undefined,
    newId: () => `${(ids += 1)}`,
    onTapped: () => (tapped += 1),
    onPosted: () => undefined,
    onRefused: ({ count }) => (refused += count),
    onUnsure: () => undefined,
  })
  for (let tap = 0; tap < 200; tap += 1) {
    sender.tap(gift(tap % 2), 1)
    sender.flush()
    for (let turn = 0; turn < 4; turn += 1) await Promise.resolve()
  }
  return tapped - refused
}
