import { ENVELOPE_HEADER } from '#protocol/constants.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { createTestRouter } from '../server/http/router-support.ts'
import { SealedClient, sendInto, type WireRequest } from '../support/sealed-client.ts'
import { median, type Bench } from './harness/figures.ts'

const CALLS_PER_CAUSE = 500

const replaced = (text: string, at: number): string =>
  `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`

function withHeader(request: WireRequest, change: (header: string) => string): WireRequest {
  return {
    ...request,
    headers: { ...request.headers, [ENVELOPE_HEADER]: change(request.headers[ENVELOPE_HEADER] ?? '') },
  }
}

/** Causes of a refusal that must be indistinguishable. */
const CAUSES: Record<string, (request: WireRequest) => WireRequest> = {
  'no header': (request) => withHeader(request, () => ''),
  'head that does not open': (request) => withHeader(request, (header) => replaced(header, header.length - 30)),
  'head that is too short': (request) => withHeader(request, (header) => header.slice(0, 60)),
  'body that does not open': (request) => ({ ...request, payload: replaced(String(request.payload), 12) }),
  'body that is too short': (request) => ({ ...request, payload: '{"xx":"AAAAAAAAAAAAAAAA"}' }),
  'body of another form': (request) => ({ ...request, payload: '[]' }),
  'another path': (request) => ({ ...request, url: ENDPOINTS['gift.list'].path }),
  replay: (request) => request,
}

/** Measures all causes alternately in random order, so that disturbances affect all of them. */
async function medians(): Promise<number[]> {
  // All calls of this bench come from one address.
  const plenty = { burst: 1e9, perSecond: 1e9 }
  const rates = {
    address: plenty,
    member: plenty,
    call: plenty,
    callOfAddress: {},
    callOfMember: {},
    callOf: {},
    passwordCheck: plenty,
  }
  const router = await createTestRouter({ rates })
  const send = sendInto(router.app)
  const client = await SealedClient.connect(send, { now: () => router.clock.now })
  const names = Object.keys(CAUSES)
  const times = new Map(names.map((name): [string, number[]] => [name, []]))
  const replayed = await client.prepare('site.perInfo', {})
  await send(replayed.request)
  for (let round = 0; round < CALLS_PER_CAUSE; round += 1) {
    const { request } = await client.prepare('site.perInfo', {})
    const order = names.map((_, index) => names[(index + round) % names.length] ?? '')
    await Promise.all(
      order.map(async (name) => {
        const bent = CAUSES[name]?.(name === 'replay' ? replayed.request : request) ?? request
        const from = performance.now()
        await send(bent)
        times.get(name)?.push(performance.now() - from)
      }),
    )
  }
  await router.app.close()
  return names.map((name) => median(times.get(name) ?? []))
}

/** Whether the time of a refusal reveals its cause (settled 5): the slowest median relative to the fastest. */
export const refusalBench: Bench<'spread' | 'quickest'> = {
  name: 'refusal',
  about: `time of a refused seal for every cause, ${CALLS_PER_CAUSE} calls each: how far the causes are apart`,
  figures: { spread: { unit: '%', atMost: 5 }, quickest: { unit: 'ms' } },
  defaultRuns: 1,
  async run() {
    const found = await medians()
    const quickest = Math.min(...found)
    return { spread: ((Math.max(...found) - quickest) / quickest) * 100, quickest }
  },
}
