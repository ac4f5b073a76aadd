import { afterAll, beforeAll, expect, it } from 'vitest'
import { ENVELOPE_HEADER } from '#protocol/constants.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { scaled } from '../support/depth.ts'
import { SealedClient, sendInto, type Send, type WireRequest } from '../support/sealed-client.ts'
import { createTestRouter, type TestRouter } from './router-support.ts'

const CALLS_PER_CAUSE = scaled({ short: 500, full: 5_000 })
const LARGEST_DIFFERENCE = 0.05

let router: TestRouter
let send: Send
let client: SealedClient

beforeAll(async () => {
  // Every call of this test comes from one address.
  const plenty = { burst: 1e9, perSecond: 1e9 }
  router = await createTestRouter({
    rates: { address: plenty, member: plenty, call: plenty, callOfAddress: {}, callOf: {} },
  })
  send = sendInto(router.app)
  client = await SealedClient.connect(send, { now: () => router.clock.now })
})
afterAll(() => router.app.close())

const replaced = (text: string, at: number): string =>
  `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`

function withHeader(request: WireRequest, change: (header: string) => string): WireRequest {
  return {
    ...request,
    headers: { ...request.headers, [ENVELOPE_HEADER]: change(request.headers[ENVELOPE_HEADER] ?? '') },
  }
}

/** Causes that an attacker could want to tell apart. */
const CAUSES: Record<string, (request: WireRequest) => WireRequest> = {
  'no header': (request) => withHeader(request, () => ''),
  'head that does not open': (request) => withHeader(request, (header) => replaced(header, header.length - 30)),
  'head that is too short': (request) => withHeader(request, (header) => header.slice(0, 60)),
  'body that does not open': (request) => ({ ...request, payload: replaced(request.payload ?? '', 12) }),
  'body that is too short': (request) => ({ ...request, payload: '{"xx":"AAAAAAAAAAAAAAAA"}' }),
  'body of another form': (request) => ({ ...request, payload: '[]' }),
  'another path': (request) => ({ ...request, url: ENDPOINTS['gift.list'].path }),
  replay: (request) => request,
}

it(`settled 5: medians of refusal time over ${CALLS_PER_CAUSE} interleaved calls per cause are within 5 %`, async () => {
  const names = Object.keys(CAUSES)
  const times = new Map(names.map((name): [string, number[]] => [name, []]))
  const replayed = await client.prepare('site.perInfo', {})
  await send(replayed.request)
  for (let round = 0; round < CALLS_PER_CAUSE; round += 1) {
    const { request } = await client.prepare('site.perInfo', {})
    // All causes at once, each round in another order, so that a slow moment of the machine is everybody's.
    const order = names.map((_, index) => names[(index + round) % names.length] ?? '')
    await Promise.all(
      order.map(async (name) => {
        const bent = CAUSES[name]?.(name === 'replay' ? replayed.request : request) ?? request
        const from = performance.now()
        const { status } = await send(bent)
        times.get(name)?.push(performance.now() - from)
        expect(status).toBe(400)
      }),
    )
  }
  const medians = names.map((name) => median(times.get(name) ?? []))
  const spread = (Math.max(...medians) - Math.min(...medians)) / Math.min(...medians)
  expect(spread, JSON.stringify(Object.fromEntries(names.map((name, index) => [name, medians[index]])))).toBeLessThan(
    LARGEST_DIFFERENCE,
  )
})

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[values.length >> 1] ?? Number.NaN
}
