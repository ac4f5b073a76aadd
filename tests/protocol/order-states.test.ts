import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  eventsOf,
  isOpen,
  isTerminal,
  ORDER_KINDS,
  ORDER_STATES,
  type OrderActor,
  type OrderEvent,
  pathTo,
  transitionOf,
} from '#protocol/wallet/order-states.ts'

const ACTORS: readonly OrderActor[] = ['member', 'operator', 'adapter', 'system']
const EVENTS = [
  ...new Set(ORDER_KINDS.flatMap((kind) => ORDER_STATES[kind].transitions.map(({ event }) => event))),
] satisfies OrderEvent[]

describe.each(ORDER_KINDS)('Annex E states of %s orders', (kind) => {
  const { states, transitions } = ORDER_STATES[kind]

  it('connect known states, and each state and event has one result', () => {
    const known = Object.keys(states)
    for (const { from, to } of transitions) expect(known).toEqual(expect.arrayContaining([from ?? to, to]))
    const keys = transitions.map(({ from, event }) => `${from} ${event}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('reach every state from the creation', () => {
    const reached = new Set(transitions.filter(({ from }) => from === null).map(({ to }) => to))
    for (const _ of transitions) {
      for (const { from, to } of transitions) if (from !== null && reached.has(from)) reached.add(to)
    }
    expect([...reached].sort()).toEqual(Object.keys(states).sort())
  })

  it('Annex H I6: terminal states never change, and a reservation is settled or released and never both', () => {
    const steps = fc.array(fc.record({ event: fc.constantFrom(...EVENTS), actor: fc.constantFrom(...ACTORS) }), {
      maxLength: 60,
    })
    fc.assert(
      fc.property(steps, (events) => {
        let status: string | null = null
        const effects: string[] = []
        for (const { event, actor } of [{ event: 'create', actor: 'member' } as const, ...events]) {
          const transition = transitionOf(kind, status, event, actor)
          if (!transition) continue
          expect(status === null || !isTerminal(kind, status)).toBe(true)
          status = transition.to
          if (transition.effect !== 'none') effects.push(transition.effect)
        }
        const reserves = transitions.some(({ effect }) => effect === 'reserve')
        const ends = effects.filter((effect) => effect !== 'reserve')
        expect(effects.length - ends.length).toBe(reserves ? 1 : 0)
        expect(ends.length).toBeLessThanOrEqual(1)
        if (!reserves) expect(ends).not.toContain('release')
        if (reserves && status !== null) expect(ends).toHaveLength(isTerminal(kind, status) ? 1 : 0)
      }),
      { numRuns: 500 },
    )
  })
})

describe('derived actions of orders', () => {
  it('S4.9-S4.12: a member cancels or closes a deposit until the payment is claimed, then appeals', () => {
    expect(eventsOf('deposit', '1', 'member')).toEqual(['claim', 'cancel', 'close'])
    expect(eventsOf('deposit', '2', 'member')).toEqual(['appeal'])
  })

  it('S4.9: a withdrawal cannot be cancelled from the approval on', () => {
    expect(eventsOf('withdraw', '1', 'member')).toContain('cancel')
    expect(eventsOf('withdraw', '2', 'member')).toEqual([])
  })

  it('a cancelled or closed deposit is over, although its payment may come late', () => {
    const over = ['3', '4', '5', '7', '10']
    for (const status of Object.keys(ORDER_STATES.deposit.states)) {
      expect(isOpen('deposit', status), status).toBe(!over.includes(status))
    }
    for (const kind of ORDER_KINDS.filter((one) => one !== 'deposit')) {
      for (const status of Object.keys(ORDER_STATES[kind].states)) {
        expect(isOpen(kind, status)).toBe(!isTerminal(kind, status))
      }
    }
  })

  it('an adapter that reports a payment early passes through the states between', () => {
    expect(pathTo('deposit', '0', '3', 'adapter')?.map(({ event }) => event)).toEqual(['start', 'claim', 'paid'])
    expect(pathTo('deposit', '3', '7', 'adapter')).toBeNull()
  })
})
