import { describe, expect, it } from 'vitest'
import { MONEY_CALLS, READ_CALLS, SECRET_MONEY_CALLS } from '#protocol/endpoints/call-lists.ts'
import type { Endpoint } from '#protocol/endpoints/endpoint.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { callLists } from '../../scripts/vite/call-lists.ts'

const NAMED_ENDPOINTS = Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]
const isRepeatable = (name: EndpointName) =>
  (MONEY_CALLS.includes(name) && !SECRET_MONEY_CALLS.includes(name)) || READ_CALLS.includes(name)

describe('calls that are repeated after the worker has died', () => {
  it('settled 7 contain the money calls, which are not read-only', () => {
    const idempotent = NAMED_ENDPOINTS.filter(([, endpoint]) => endpoint.idempotent).map(([name]) => name)
    expect(MONEY_CALLS).toEqual(idempotent)
    expect(SECRET_MONEY_CALLS).toEqual(['withdraw.create', 'fastWithdraw.create'])
    expect(MONEY_CALLS.filter((name) => READ_CALLS.includes(name))).toEqual([])
  })

  it('contain no call that has a secret, changes something or belongs to the transport', () => {
    const changing: EndpointName[] = [
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
    for (const name of changing) expect(isRepeatable(name), name).toBe(false)
    for (const [name, endpoint] of NAMED_ENDPOINTS) if (endpoint.secret) expect(isRepeatable(name), name).toBe(false)
  })

  it('are constants in the built page', () => {
    const { load } = callLists('/project') as { load: (id: string) => string | null }
    const code = load('/project/src/protocol/endpoints/call-lists.ts') ?? ''
    expect(code).toContain(`export const MONEY_CALLS = ${JSON.stringify(MONEY_CALLS)}`)
    expect(code).toContain(JSON.stringify(READ_CALLS))
    expect(load('/project/src/protocol/endpoints/table.ts')).toBeNull()
  })
})
