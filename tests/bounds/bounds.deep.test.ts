import { describe, expect, it } from 'vitest'
import { CALL_HOLDERS } from './call-holders.ts'
import type { BoundedCase } from './holder.ts'
import { LINE_HOLDERS } from './line-holders.ts'
import { PAGE_HOLDERS } from './page-holders.ts'
import { ROOM_HOLDERS } from './room-holders.ts'
import { SERVER_HOLDERS } from './server-holders.ts'
import { TAPPING_HOLDERS } from './tapping-holders.ts'
import { WORKER_HOLDERS } from './worker-holders.ts'

/** Memory bounds: every collection that grows with input is filled far beyond its bound. */
const PLACES: readonly (readonly [place: string, holders: readonly BoundedCase[]])[] = [
  ['the page', PAGE_HOLDERS],
  ['the page, of what its viewer does', TAPPING_HOLDERS],
  ['the worker', WORKER_HOLDERS],
  ['the worker, of calls and sockets,', LINE_HOLDERS],
  ['the server', SERVER_HOLDERS],
  ['a room of the server', ROOM_HOLDERS],
  ['the server, of calls,', CALL_HOLDERS],
]

describe.each(PLACES)('memory of %s', (_place, holders) => {
  it.each(holders.map(({ name, max, fill }) => [name, max, fill] as const))('%s: at most %i', async (_, max, fill) => {
    expect(await fill()).toBeLessThanOrEqual(max)
  })
})
