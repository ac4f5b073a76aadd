import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { Books } from '#provider/books.ts'

const MEMBERS = ['019ac0de-0000-7000-8000-000000000001', '019ac0de-0000-7000-8000-000000000002'] as const

const member = fc.constantFrom(...MEMBERS)
const amount = fc.integer({ min: 1, max: 100 })
/** Few numbers, so that many transfers are repetitions. */
const orderNo = fc.integer({ min: 0, max: 9 }).map((number) => `T${String(number).padStart(16, '0')}`)
const step = fc.oneof(
  fc.record({ orderNo, kind: fc.constantFrom('in', 'out'), memberId: member, amount }),
  fc.record({ memberId: member, staked: amount, returned: amount }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

function apply(books: Books, one: Step): void {
  if ('orderNo' in one) books.transfer({ ...one, currency: 'CNY' })
  else books.play({ ...one, currency: 'CNY', title: '抛硬币', endedAt: 0 })
}

const stateOf = (books: Books) => ({ balances: books.balances(''), rounds: books.roundsAfter(0) })

describe('the books of the simulated provider', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'grandstand-books-'))
  const file = path.join(folder, 'journal')
  afterAll(() => rmSync(folder, { recursive: true }))

  it('S7.56: executes each number once, has no negative balance, and survives an end at any byte', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), fc.nat(), (steps, cut) => {
        writeFileSync(file, '')
        const books = new Books(file)
        const states = [stateOf(books)]
        for (const one of steps) {
          apply(books, one)
          states.push(stateOf(books))
        }
        books.close()
        for (const { balances } of states) for (const { balance } of balances.list) expect(balance >= 0).toBe(true)
        const whole = readFileSync(file)
        writeFileSync(file, whole.subarray(0, cut % (whole.length + 1)))
        const reopened = new Books(file)
        const known = states.find((state) => JSON.stringify(state) === JSON.stringify(stateOf(reopened)))
        expect(known).toBeDefined()
        for (const one of steps) apply(reopened, one)
        const after = stateOf(reopened)
        reopened.close()
        const again = new Books(file)
        expect(stateOf(again)).toEqual(after)
        again.close()
      }),
      { numRuns: 60 },
    )
  })

  it('responds to a repeated number with the first transfer, whatever the repetition says', () => {
    const books = new Books()
    const first = { orderNo: 'T1', kind: 'in', memberId: MEMBERS[0], currency: 'CNY', amount: 5 } as const
    expect(books.transfer(first)).toEqual({ ...first, state: 'paid' })
    expect(books.transfer({ ...first, amount: 500 })).toEqual({ ...first, state: 'paid' })
    expect(books.transfer({ ...first, orderNo: 'T2', kind: 'out', amount: 6 })).toMatchObject({ state: 'rejected' })
    expect(books.balance(MEMBERS[0], 'CNY')).toMatchObject({ balance: 5, inPlay: 0 })
  })
})
