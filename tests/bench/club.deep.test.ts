import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestConsole, type TestConsole } from '../server/console/console-support.ts'
import { SHORT_KINDS } from '../support/store.ts'
import { runMessage, runNightly } from './club.ts'

const SMALL = { members: 60, bets: 1_200, connected: 30 }

describe.each(SHORT_KINDS)('the benches of the club on %s', (kind) => {
  let console: TestConsole
  beforeAll(async () => {
    console = await openTestConsole(kind)
  })
  afterAll(() => console.close())

  it('S7.82 S7.83 compute grades, rebates and points of a night twice with the same result', async () => {
    const { grades, rebates, different } = await runNightly(console, SMALL)
    expect({ different, isEnough: grades > 40 && rebates > 40 }).toEqual({ different: 0, isEnough: true })
  })
})

describe.each(SHORT_KINDS)('the bench of messages on %s', (kind) => {
  let console: TestConsole
  beforeAll(async () => {
    console = await openTestConsole(kind)
  })
  afterAll(() => console.close())

  it('S1.25 Annex D.6 stores one row and sends it once to each connected member', async () => {
    const { rows, lost, doubled } = await runMessage(console, SMALL)
    expect({ rows, lost, doubled }).toEqual({ rows: 1, lost: 0, doubled: 0 })
  })
})
