import { describe, expect, it } from 'vitest'
import type { MatchEvent, MatchPhase } from '#protocol/room/feed.ts'
import { stateAfter } from '#protocol/rules/room-state.ts'
import { SNAPSHOT } from '../../ui/support/feed-fixtures.ts'
import { entry, FeedBench } from './feed-support.ts'

const goal = (id: string, minute: number): MatchEvent => ({
  id,
  type: 'goal',
  side: 'home',
  minute,
  text: '北港联 进球',
  homeScore: 1,
  awayScore: 0,
})
const reported = (event: MatchEvent) => entry('system', { text: '进球', event }, { id: `said ${event.id}` })
const clock = (phase: MatchPhase) => entry('status', { clock: { phase, phaseStartedAt: 0 } })

describe('match events', () => {
  it('are dropped when the next match starts in the same batch', () => {
    const bench = new FeedBench(false)
    bench.exhaust()
    bench.push([
      reported(goal('old-1', 70)),
      entry('status', { event: goal('old-2', 80) }),
      clock('ended'),
      clock('before'),
      clock('first-half'),
      reported(goal('new-1', 3)),
      entry('status', { event: goal('new-1', 3) }),
    ])
    bench.drain()
    expect(bench.changes.reduce(stateAfter, SNAPSHOT).events.map(({ id }) => id)).toEqual(['new-1'])
    expect(bench.rows.filter((row) => row.kind === 'system')).toHaveLength(2)
  })

  it('of the history are ignored, because the snapshot contains them', () => {
    const bench = new FeedBench()
    bench.push([reported(goal('old-1', 70)), entry('text', { text: '直播已结束' })], 'history')
    expect(bench.rows.map(({ kind }) => kind)).toEqual(['system', 'text'])
    expect(bench.changes).toEqual([])
    bench.push([reported(goal('new-1', 3))])
    expect(bench.changes.reduce(stateAfter, SNAPSHOT).events.map(({ id }) => id)).toEqual(['new-1'])
  })
})
