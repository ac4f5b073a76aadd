import { describe, expect, it } from 'vitest'
import { STORE_KINDS } from '../support/store.ts'
import { fanOutBenches } from './fan-out.ts'
import type { Figure } from './harness/figures.ts'
import { readCommand } from './fanout/options.ts'

describe('the fan-out bench with 2,000 viewers', () => {
  it('settled 34 stores every text before it is delivered, unless the store is disabled', () => {
    expect(readCommand([])?.options).toMatchObject({ viewers: 2_000, rate: 100, store: 'pglite' })
    expect(readCommand(['--store', 'off'])?.options.store).toBe('off')
    expect(readCommand(['--store', 'memory'])).toBeNull()
  })

  it('settled 34 checks its bounds with the store only, and says when it is disabled', () => {
    const counts = {
      refused: { atMost: 0 },
      lost: { atMost: 0 },
      doubled: { atMost: 0 },
      'out of order': { atMost: 0 },
    }
    const [promised, storeOff] = fanOutBenches
    expect(promised.name).toBe('fan-out')
    expect(promised.figures).toMatchObject({ ...counts, p95: { atMost: 90 }, server: { atMost: 0.5 } })
    expect(storeOff.name).toBe('fan-out-store-off')
    expect(storeOff.about).toContain('store off')
    expect(storeOff.figures).toMatchObject(counts)
    expect([storeOff.figures.p95.atMost, storeOff.figures.server.atMost]).toEqual([undefined, undefined])
  })

  it('measures large rooms with PostgreSQL, if there is one, and the origin of relays', () => {
    const bounds = fanOutBenches
      .slice(2)
      .filter(({ name }) => name !== 'curve')
      .map(({ name, figures }) => [
        name,
        ...['p99', 'server', 'memory', 'many of few'].map(
          (figure) => (figures as Record<string, Figure>)[figure]?.atMost,
        ),
      ])
    const crowds = [
      ['fan-out-5k-calm', 150, 0.5, 500, undefined],
      ['fan-out-5k-busy', 300, 0.5, undefined, undefined],
      ['fan-out-20k', 500, 1, undefined, undefined],
    ]
    const relays = ['fan-out-relays', undefined, undefined, undefined, 1.1]
    expect(bounds).toEqual([...(STORE_KINDS.includes('postgres') ? crowds : []), relays])
  })
})
