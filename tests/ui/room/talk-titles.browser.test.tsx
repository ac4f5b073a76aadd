import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { success } from '#protocol/result.ts'
import { GALLERY_MATCHES, GALLERY_NOW } from '#gallery/fixtures.ts'
import { ReminderToasts } from '#features/live/ReminderToasts.tsx'
import { EmptyList } from '#features/live/EmptyList.tsx'
import type { MatchSummary } from '#features/live/match-stage.ts'
import { groupMatches } from '#features/live/match-stage.ts'
import { Schedule } from '#features/live/Schedule.tsx'
import { remindersAtom } from '#features/live/reminders.ts'
import { liveListsAtom } from '#features/live/use-live-lists.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import type { Mounted } from '../support/mount.tsx'
import { mount } from '../support/mount.tsx'
import { DETAIL } from '../support/room-fixtures.ts'

const NOTHING = { status: 'loading', matches: [], failure: null, updatedAt: null } as const
const RUNNING = GALLERY_MATCHES.find(({ kind }) => kind === 'anchor')!
/** A talk show, which has no teams. */
const TALK: MatchSummary = {
  ...RUNNING,
  team1: '',
  team2: '',
  start_time: GALLERY_NOW + 3_600_000,
  clock: { phase: 'before', phaseStartedAt: GALLERY_NOW + 3_600_000 },
}
const NO_TEAMS = /(^|[：，\s])对\s/

let mounted: Mounted
afterEach(() => {
  mounted.unmount()
  transport.responses = {}
  store.set(remindersAtom, new Map())
  store.set(liveListsAtom, { football: NOTHING, basketball: NOTHING, esports: NOTHING, anchor: NOTHING })
})

it('a coming talk is named by its title, in texts and names of buttons', async () => {
  const props = { now: GALLERY_NOW, onReminder: () => {} }
  const all = groupMatches([TALK])
  const lists = (reminders: ReadonlySet<string>) => (
    <MemoryRouter>
      <Schedule {...props} reminders={reminders} matches={[TALK]} />
      <EmptyList {...props} reminders={reminders} kind="anchor" next={TALK} all={all} onKindChange={() => {}} />
    </MemoryRouter>
  )
  mounted = mount(lists(new Set()))
  for (const name of ['预约', '已预约']) {
    await expect.element(page.getByRole('button', { name: `${name}：${TALK.room_info.title}` })).toBeVisible()
    const labels = [...mounted.root.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label'))
    const words = [...mounted.root.querySelectorAll('*')].map(({ textContent }) => textContent)
    for (const text of [...labels, ...words]) expect(text).not.toMatch(NO_TEAMS)
    mounted.render(lists(new Set([TALK.eid])))
  }
})

it('a reminder of a talk shows its title when it begins', async () => {
  transport.now = GALLERY_NOW
  const { eid, kind, clock, room_info: room } = RUNNING
  const talk = { eid, kind, clock, room_info: { ...DETAIL.match.room_info, title: room.title }, team1: '', team2: '' }
  const match = { ...DETAIL.match, ...talk, start_time: GALLERY_NOW }
  transport.responses['live.detail'] = () => success({ ...DETAIL, match })
  store.set(remindersAtom, new Map([[RUNNING.eid, GALLERY_NOW]]))
  mounted = mount(
    <MemoryRouter>
      <ReminderToasts />
    </MemoryRouter>,
  )
  await expect.element(page.getByText(`${RUNNING.room_info.title}，开播了`).first()).toBeVisible()
})
