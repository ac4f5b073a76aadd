import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  codeOf,
  creditsPayment,
  eventsOf,
  finalEffect,
  firstStatus,
  isOpen,
  isPayIn,
  isTerminal,
  isTransfer,
  mayComeLate,
  ORDER_KINDS,
  ORDER_OUTCOMES,
  ORDER_STATES,
  type OrderActor,
  type OrderEvent,
  type OrderKind,
  type OrderOutcome,
  pathOf,
  stateOf,
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

  it('only a cancelled or closed deposit may still be paid', () => {
    for (const kind of ORDER_KINDS) {
      for (const [status, name] of Object.entries(ORDER_STATES[kind].states)) {
        const isWatched = kind === 'deposit' && (name === 'cancelled' || name === 'closed')
        expect(mayComeLate(kind, status), `${kind} ${name}`).toBe(isWatched)
      }
    }
  })
})

describe('order kinds', () => {
  it('pay in, pay out or move money to and from a venue', () => {
    expect(ORDER_KINDS.filter(isPayIn)).toEqual(['deposit', 'speedDeposit'])
    expect(ORDER_KINDS.filter(isTransfer)).toEqual(['transferIn', 'transferOut'])
  })

  it('decision 183: only the settlement of a pay-in credits a payment', () => {
    for (const kind of ORDER_KINDS) {
      const credited = (['none', 'reserve', 'release', 'settle'] as const).filter((effect) =>
        creditsPayment(kind, { effect }),
      )
      expect(credited, kind).toEqual(kind === 'deposit' || kind === 'speedDeposit' ? ['settle'] : [])
    }
  })

  it('Annex E begin with the first state of their table', () => {
    const first = ORDER_KINDS.map((kind) => stateOf(kind, firstStatus(kind)))
    expect(first).toEqual(['created', 'waitingMatch', 'submitted', 'waitingMatch', 'pending', 'pending'])
  })
})

describe.each(ORDER_KINDS)('status codes and actors of %s orders', (kind) => {
  it('have one name for each code', () => {
    for (const [status, name] of Object.entries(ORDER_STATES[kind].states)) expect(codeOf(kind, name)).toBe(status)
    expect(() => codeOf(kind, 'no-such-state' as 'success')).toThrow(RangeError)
  })

  it('allow an event only to actors that have it in their events', () => {
    for (const status of Object.keys(ORDER_STATES[kind].states)) {
      for (const actor of ACTORS) {
        const allowed = EVENTS.filter((event) => transitionOf(kind, status, event, actor) !== null)
        expect(allowed.toSorted(), `${status} ${actor}`).toEqual(eventsOf(kind, status, actor).toSorted())
      }
    }
  })

  it('are created by the member only', () => {
    expect(ACTORS.filter((actor) => transitionOf(kind, null, 'create', actor) !== null)).toEqual(['member'])
  })
})

const RELEASED = { cancelled: 'release', rejected: 'release' } as const
const VENUE_EFFECTS = { success: 'settle', failed: 'release' } as const
/** What became of the money in each state that is final for it. */
const FINAL_EFFECTS: Readonly<Record<OrderKind, Readonly<Record<string, 'settle' | 'release'>>>> = {
  deposit: { success: 'settle' },
  speedDeposit: { success: 'settle' },
  withdraw: { success: 'settle', failed: 'release', ...RELEASED },
  fastWithdraw: { success: 'settle', expired: 'release', ...RELEASED },
  transferIn: VENUE_EFFECTS,
  transferOut: VENUE_EFFECTS,
}

it.each(ORDER_KINDS)('Annex H I6: the money of %s orders is settled or released in these states', (kind) => {
  for (const [status, name] of Object.entries(ORDER_STATES[kind].states)) {
    expect(finalEffect(kind, status), name).toBe(FINAL_EFFECTS[kind][name] ?? null)
  }
})

const PAIR_OUTCOMES = {
  rejected: { waitingMatch: 'expired', matched: 'expired', appealing: 'rejected' },
  matched: { waitingMatch: 'matched' },
}
const VENUE_OUTCOMES = {
  paid: { pending: 'success', unknown: 'success' },
  rejected: { pending: 'failed', unknown: 'failed' },
}

/** The state that a report leads to, by the state of the order (Annex E.2 to E.5). */
const OUTCOMES: Readonly<Record<OrderKind, Partial<Record<OrderOutcome, Readonly<Record<string, string>>>>>> = {
  deposit: {
    paid: {
      created: 'success',
      paying: 'success',
      paidClaimed: 'success',
      appealing: 'success',
      cancelled: 'lateReview',
      closed: 'lateReview',
    },
    rejected: { created: 'closed', paying: 'closed', paidClaimed: 'rejected', appealing: 'rejected' },
  },
  speedDeposit: {
    matched: PAIR_OUTCOMES.matched,
    paid: { waitingMatch: 'success', matched: 'success', payerPaid: 'success', appealing: 'success' },
    rejected: { ...PAIR_OUTCOMES.rejected, payerPaid: 'rejected' },
  },
  withdraw: {
    paid: { paying: 'paidOut', appealing: 'success' },
    rejected: { paying: 'failed', appealing: 'failed' },
  },
  fastWithdraw: {
    matched: PAIR_OUTCOMES.matched,
    paid: { waitingMatch: 'payerPaid', matched: 'payerPaid', appealing: 'success' },
    rejected: PAIR_OUTCOMES.rejected,
  },
  transferIn: VENUE_OUTCOMES,
  transferOut: VENUE_OUTCOMES,
}

describe.each(ORDER_KINDS)('Annex E outcomes of %s orders', (kind) => {
  const { states, transitions } = ORDER_STATES[kind]

  it.each(ORDER_OUTCOMES)('%s leads each state to the right one', (outcome) => {
    const reached = Object.keys(states).flatMap((status) => {
      const last = pathOf(kind, status, outcome).at(-1)
      return last ? [[stateOf(kind, status), stateOf(kind, last.to)]] : []
    })
    expect(Object.fromEntries(reached)).toEqual(OUTCOMES[kind][outcome] ?? {})
  })

  it('lead through transitions of the adapter, and a repeated report changes nothing', () => {
    for (const status of Object.keys(states)) {
      for (const outcome of ORDER_OUTCOMES) {
        const path = pathOf(kind, status, outcome)
        let from = status
        for (const step of path) {
          expect(transitionOf(kind, from, step.event, 'adapter')).toBe(step)
          from = step.to
        }
        if (path.length > 0) expect(pathOf(kind, from, outcome)).toEqual([])
      }
    }
  })

  it('choose one transition in each state', () => {
    for (const outcome of ORDER_OUTCOMES) {
      const caused = transitions.filter(({ outcomes }) => outcomes.includes(outcome)).map(({ from }) => from)
      expect(new Set(caused).size).toBe(caused.length)
    }
  })
})

it('a payment that is reported early passes through the states between', () => {
  expect(pathOf('deposit', '0', 'paid').map(({ event }) => event)).toEqual(['start', 'claim', 'paid'])
})
