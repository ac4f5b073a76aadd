import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BREAKOUT, type BreakoutRule, cycleOfStage, passedStages } from '#protocol/activities/breakout.ts'
import { ruleProblem } from '#protocol/activities/definitions.ts'
import { cycleOfQuestion, EURO_QUIZ, questionOfCycle, type QuizRule } from '#protocol/activities/euro-quiz.ts'
import { GUESS, guessPrize, type GuessRule, GUESSES } from '#protocol/activities/guess.ts'
import { cycleOfRung, INVITE } from '#protocol/activities/invite.ts'
import { LOTTERY, type LotteryRule, seedsOfLottery, ticketOdds, winningTickets } from '#protocol/activities/lottery.ts'
import { NOVICE_TASKS } from '#protocol/activities/novice.ts'
import { SPIN_WHEEL, type SpinWheelRule } from '#protocol/activities/spin-wheel.ts'
import { cycleOfSponsor, SPONSOR } from '#protocol/activities/sponsor.ts'
import { seededDraw } from '#protocol/games/draw.ts'
import { readProjectFile } from '../../support/project.ts'

const seed = fc.stringMatching(/^[0-9a-f]{64}$/)
const CYCLE = /^[A-Za-z0-9-]{1,32}$/

describe('S7.96 the lottery', () => {
  const prizes = fc.array(fc.record({ count: fc.integer({ min: 1, max: 100 }) }), { minLength: 1, maxLength: 6 })

  it('S7.96 gives each prize at most as often as it has, each ticket at most one, and all if there are enough', () => {
    fc.assert(
      fc.property(prizes, fc.nat(300), seed, (list, tickets, server) => {
        const winners = winningTickets(list, tickets, seededDraw({ server, member: 'm', nonce: 0 }))
        for (const [index, { count }] of list.entries()) expect(winners[index]?.length).toBeLessThanOrEqual(count)
        const odds = ticketOdds(list, tickets)
        for (const [index, numbers] of winners.entries()) {
          expect((odds[index] ?? 0) * tickets).toBeCloseTo(numbers.length)
        }
        const all = winners.flat()
        expect(new Set(all).size).toBe(all.length)
        expect(all.every((ticket) => ticket >= 1 && ticket <= tickets)).toBe(true)
        expect(all).toHaveLength(
          Math.min(
            tickets,
            list.reduce((sum, { count }) => sum + count, 0),
          ),
        )
      }),
      { numRuns: 50 },
    )
  })

  it('S7.96 the number of tickets is part of the draw', () => {
    const server = 'ab'.repeat(32)
    const winnersOf = (tickets: number) =>
      winningTickets(
        [{ count: 5 }],
        1_000,
        seededDraw(seedsOfLottery({ activityId: 'lottery-1', seed: server, tickets })),
      )
    expect(winnersOf(1_000)).toEqual(winnersOf(1_000))
    expect(winnersOf(1_000)).not.toEqual(winnersOf(1_001))
  })

  it('S7.96 needs a way to earn tickets and a budget for all prizes', () => {
    const rule = LOTTERY.example as LotteryRule
    expect(ruleProblem('lottery', { ...rule, dailyTickets: 0, playTickets: 0 }, 1e9)).toEqual({
      field: 'rule.dailyTickets',
      reason: 'noReward',
    })
    expect(LOTTERY.leastBudget(rule)).toBe(10_000)
    expect(ruleProblem('lottery', rule, 9_999)).toEqual({ field: 'budget', reason: 'overBudget' })
  })
})

describe('S7.101 guesses', () => {
  it('S7.101 the right guesses of a match never win more than its pool, nor one more than its amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.nat(1e6), fc.nat(5_000), (amount, more, right) => {
        const rule: GuessRule = { prize: 'pool', amount, pool: amount + more, guessesPerDay: 1 }
        const prize = guessPrize(rule, right)
        expect(prize * Math.max(1, right)).toBeLessThanOrEqual(rule.pool)
        expect(prize).toBeLessThanOrEqual(amount)
        expect(guessPrize({ ...rule, prize: 'fixed' }, right)).toBe(amount)
      }),
    )
  })

  it('S7.101 refuses a pool below the prize of one guess, and a pool beside a fixed prize', () => {
    const problem = { field: 'rule.pool', reason: 'order' }
    const rule = GUESS.example as GuessRule
    expect(ruleProblem('guess', { ...rule, prize: 'pool', pool: rule.amount - 1 }, 1e9)).toEqual(problem)
    expect(ruleProblem('guess', { ...rule, pool: 1 }, 1e9)).toEqual(problem)
    expect(ruleProblem('guess', { ...rule, prize: 'pool', pool: rule.amount }, 1e9)).toBeNull()
  })
})

describe('S7.98 the quiz', () => {
  it('S7.98 shows no answer and no explanation', () => {
    const rule = EURO_QUIZ.example as QuizRule
    const shown = JSON.stringify(EURO_QUIZ.shown?.(rule))
    expect(shown).toContain(rule.questions[0]?.question)
    expect(shown).not.toMatch(/answer|explanation/)
    expect(shown).not.toContain(rule.questions[0]?.explanation)
  })

  it('S7.98 has a cycle for each question', () => {
    for (let index = 0; index < 10; index += 1) expect(questionOfCycle(cycleOfQuestion(index))).toBe(index)
    for (const cycle of ['', 'q', 'x1', 'q123', 'q1a']) expect(questionOfCycle(cycle)).toBe(-1)
  })
})

describe('Annex J reference values of activities', () => {
  it('Annex J quiz has 5 questions in the demo, guesses have 3 outcomes and the map has 10 stages', () => {
    const quiz = JSON.parse(readProjectFile('server/demo/quiz.json')) as QuizRule
    expect(quiz.questions).toHaveLength(5)
    expect(ruleProblem('euroQuiz', quiz, 1e9)).toBeNull()
    expect(GUESSES).toHaveLength(3)
    expect((BREAKOUT.example as BreakoutRule).stages).toHaveLength(10)
  })

  it('Annex J wheel has 8 slots with weights, some of them with a stock', () => {
    const { prizes } = SPIN_WHEEL.example as SpinWheelRule
    expect(prizes).toHaveLength(8)
    expect(prizes.every(({ weight }) => weight > 0)).toBe(true)
    expect(prizes.some(({ stock }) => stock > 0)).toBe(true)
  })

  it('Annex J novice has a task for phone, real name, card, first sign-in and first chat', () => {
    expect(NOVICE_TASKS).toEqual(['phone', 'realName', 'card', 'signIn', 'chat'])
  })
})

describe('S7.102 barriers', () => {
  const rule = BREAKOUT.example as BreakoutRule

  it('Annex J has ten stages, passed one after the other', () => {
    expect(rule.stages).toHaveLength(10)
    fc.assert(
      fc.property(fc.nat(70), fc.nat(70), (one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)]
        expect(passedStages(rule, less)).toBeLessThanOrEqual(passedStages(rule, more))
        const passed = passedStages(rule, one)
        expect(rule.stages.slice(0, passed).every(({ needed }) => needed <= one)).toBe(true)
        expect(rule.stages[passed]?.needed ?? Infinity).toBeGreaterThan(one)
      }),
    )
  })

  it('S7.102 refuses stages that do not rise', () => {
    const stages = [
      { needed: 3, amount: 1 },
      { needed: 3, amount: 1 },
    ]
    expect(ruleProblem('breakout', { ...rule, stages }, 1e9)).toEqual({
      field: 'rule.stages.1.needed',
      reason: 'order',
    })
  })
})

describe('S7.99 S7.104 rewards of friends and sponsors', () => {
  it('refuses rules that reward nothing, and names each part', () => {
    expect(ruleProblem('invite', { rungRewards: [0, 0, 0, 0, 0, 0] }, 1e9)).toMatchObject({ reason: 'noReward' })
    expect(ruleProblem('invite', { rungRewards: [1] }, 1e9)).toMatchObject({ reason: 'items' })
    expect(ruleProblem('sponsor', { sponsorRewards: [0, 0, 0] }, 1e9)).toMatchObject({ reason: 'noReward' })
    expect(INVITE.leastBudget({ rungRewards: [1, 2, 3, 4, 5, 6] })).toBe(21)
    expect(SPONSOR.leastBudget({ sponsorRewards: [8, 0, 6] })).toBe(14)
    const cycles = [cycleOfRung(5), cycleOfSponsor(2), cycleOfStage(11), cycleOfQuestion(9)]
    expect(cycles.every((cycle) => CYCLE.test(cycle))).toBe(true)
  })
})
