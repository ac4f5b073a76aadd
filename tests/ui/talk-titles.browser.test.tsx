import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { GALLERY_MATCHES, GALLERY_NOW } from '#app/pages/gallery/fixtures.ts'
import { useMatchDesk } from '#app/use-match-desk.ts'
import { EmptyList } from '#features/live/EmptyList.tsx'
import type { MatchSummary } from '#features/live/match-stage.ts'
import { groupMatches } from '#features/live/match-stage.ts'
import { Schedule } from '#features/live/Schedule.tsx'
import { seatsAtom } from '#features/live/seats.ts'
import { liveListsAtom } from '#features/live/use-live-lists.ts'
import { store } from '#state/store.ts'
import { transport } from './support/fake-transport.ts'
import type { Mounted } from './support/mount.tsx'
import { mount } from './support/mount.tsx'
import { serveMatches } from './support/open-home.tsx'

const NOTHING = { status: 'loading', matches: [], failure: null, updatedAt: null } as const
const RUNNING = GALLERY_MATCHES.find(({ kind }) => kind === 'anchor')!
/** As the server sends a talk: without teams. */
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
  transport.answers = {}
  store.set(seatsAtom, new Set<string>())
  store.set(liveListsAtom, { football: NOTHING, basketball: NOTHING, esports: NOTHING, anchor: NOTHING })
})

it('a talk that is to come is called by its title, in texts and in names of buttons', async () => {
  const desk = { now: GALLERY_NOW, onSeat: () => {} }
  const all = groupMatches([TALK])
  const lists = (seats: ReadonlySet<string>) => (
    <MemoryRouter>
      <Schedule {...desk} seats={seats} matches={[TALK]} />
      <EmptyList {...desk} seats={seats} kind="anchor" next={TALK} all={all} onKindChange={() => {}} />
    </MemoryRouter>
  )
  mounted = mount(lists(new Set()))
  for (const name of ['占座', '已占座']) {
    await expect.element(page.getByRole('button', { name: `${name}：${TALK.room_info.title}` })).toBeVisible()
    const labels = [...mounted.root.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label'))
    const words = [...mounted.root.querySelectorAll('*')].map(({ textContent }) => textContent)
    for (const text of [...labels, ...words]) expect(text).not.toMatch(NO_TEAMS)
    mounted.render(lists(new Set([TALK.eid])))
  }
})

function Desk() {
  useMatchDesk('anchor')
  return null
}

it('a seat in a talk calls by the title of the talk when it begins', async () => {
  transport.now = GALLERY_NOW
  serveMatches([{ ...RUNNING, team1: '', team2: '' }])
  store.set(seatsAtom, new Set([RUNNING.eid]))
  mounted = mount(
    <MemoryRouter>
      <Desk />
    </MemoryRouter>,
  )
  await expect.element(page.getByText(`${RUNNING.room_info.title}，开讲了`).first()).toBeVisible()
})
