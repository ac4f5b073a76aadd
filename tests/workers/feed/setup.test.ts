import { describe, expect, it } from 'vitest'
import { isAnnounced } from '#protocol/rules/speaking.ts'
import { entry, FeedBench } from './feed-support.ts'

const RULES = { slowModeSeconds: 5, minVipLevel: 0, muteAll: true, welcomeText: '文明观赛' }
const setup = (changed?: string[]) => entry('setup', { ...RULES, ...(changed && { changed }) })

describe('S6.7 a change of the rules of a room', () => {
  it('is a row if a chat rule has changed or the changed fields are unknown', () => {
    const bench = new FeedBench(false)
    bench.push([setup(['muteAll', 'welcomeText']), setup()])
    bench.drain()
    expect(bench.rows.map(({ kind }) => kind)).toEqual(['setup', 'setup'])
    expect(bench.rows[0]?.data).toEqual({ ...RULES, changed: ['muteAll', 'welcomeText'] })
  })

  it('is applied without a row if only the welcome text or an unknown field has changed', () => {
    const bench = new FeedBench(false)
    bench.push([setup(['welcomeText']), setup(['a-rule-of-next-year'])])
    bench.drain()
    expect(bench.rows).toEqual([])
    expect(bench.changes.map(({ kind, data }) => [kind, data])).toEqual([
      ['setup', { ...RULES, changed: ['welcomeText'] }],
      ['setup', { ...RULES, changed: ['a-rule-of-next-year'] }],
    ])
    expect(bench.counters).toMatchObject({ entriesReceived: 2, rowsShown: 0, stateOnly: 2 })
    expect(isAnnounced({ ...RULES, changed: [] })).toBe(false)
  })
})
