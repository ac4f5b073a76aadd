import { describe, expect, it } from 'vitest'
import { fanOutBenches } from './fan-out.ts'
import { readCommand } from './fanout/options.ts'

describe('bench of 2,000 viewers', () => {
  it('settled 34 writes every text to the store before anybody sees it, unless the store is switched off', () => {
    expect(readCommand([])?.options).toMatchObject({ viewers: 2_000, rate: 100, store: 'pglite' })
    expect(readCommand(['--store', 'off'])?.options.store).toBe('off')
    expect(readCommand(['--store', 'memory'])).toBeNull()
  })

  it('settled 34 holds the promised figures to their bounds with the store on alone, and says where it is off', () => {
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
})
