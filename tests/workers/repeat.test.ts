import { describe, expect, it } from 'vitest'
import type { Endpoint } from '#protocol/endpoints/endpoint.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { isRepeatable, MONEY_CALLS, READ_CALLS } from '#protocol/endpoints/repeat.ts'

const ROWS = Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]

describe('calls that a successor of a dead worker repeats', () => {
  it('settled 7 money calls are exactly the idempotent rows', () => {
    expect([...MONEY_CALLS].sort()).toEqual(ROWS.flatMap(([name, row]) => (row.idempotent ? [name] : [])).sort())
  })

  it('no call that holds a secret, changes something or belongs to the transport is repeated', () => {
    const changing = [
      'auth.login',
      'auth.webLogin',
      'device.remove',
      'upload.images',
      'upload.remove',
      'site.shortUrl',
      'auth.logout',
      'chatroom.setup',
      'chatroom.mute',
      'chatroom.unblock',
      'chatroom.operation',
      'chatroom.setWords',
      'chatroom.report',
    ]
    for (const name of changing as EndpointName[]) expect(isRepeatable(name)).toBe(false)
    for (const [name, row] of ROWS) if (row.secret) expect(isRepeatable(name)).toBe(false)
    for (const name of READ_CALLS) expect(ENDPOINTS[name].idempotent).toBe(false)
  })
})
