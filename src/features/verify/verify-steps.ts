import { checkSoccerProof, SOCCER_NUMBERS } from '#protocol/club/soccer-lottery.ts'
import { CURRENCIES } from '#protocol/currency.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { POOL_OF } from '#protocol/games/catalogue.ts'
import { checkRoundProof, type RoundProofCheck } from '#protocol/games/round-proof.ts'
import { checkTableProof } from '#protocol/games/tables/proof.ts'
import { tableRules } from '#protocol/games/tables/tables.ts'
import { formatCount, formatMoneyInFull } from '#lib/format.ts'
import { verifyText } from '#messages/zh/verify.ts'
import { dealtLines, moveTexts, resultLines, type RoundLine } from '#lib/round-lines.ts'

export type RoundProofData = DataOf<'gameRound.proof'>
export type TableProofData = DataOf<'table.proof'>
export type SoccerProofData = DataOf<'soccerLottery.proof'>

export interface VerifyStep {
  readonly name: string
  /** What is computed. */
  readonly text: string
  /** `later`: a value is not published yet. */
  readonly state: 'agrees' | 'differs' | 'later'
  readonly values: readonly (RoundLine & { readonly isCode?: boolean })[]
  /** A long list, folded at first. */
  readonly more?: { readonly label: string; readonly text: string }
}

const stateOf = (agrees: boolean): VerifyStep['state'] => (agrees ? 'agrees' : 'differs')
const code = (name: string, text: string) => ({ name, text, isCode: true })

/** The steps of a round of an e-game, computed again. */
export function eGameSteps(proof: RoundProofData): VerifyStep[] {
  const check = checkRoundProof(proof)
  return [
    {
      name: verifyText('step.commitment'),
      text: verifyText('step.commitmentText'),
      state: stateOf(check.commitment),
      values: [
        code(verifyText('value.server'), proof.serverSeed),
        code(verifyText('value.computed'), check.hash ?? verifyText('value.none')),
        code(verifyText('value.commitment'), proof.commitment),
      ],
    },
    movesStep(proof, check),
    ...(POOL_OF[proof.game] === null ? [] : [poolStep(proof, check)]),
    payoutStep(proof, check),
  ]
}

function movesStep(proof: RoundProofData, { moves, played }: RoundProofCheck): VerifyStep {
  const { game, memberSeed, nonce } = proof
  const texts = played === null ? [] : moveTexts(game, proof.moves)
  const draws = played?.draws ?? []
  return {
    name: verifyText('step.moves'),
    text: verifyText('step.movesText'),
    state: stateOf(moves),
    values: [
      code(verifyText('value.member'), memberSeed),
      code(verifyText('value.nonce'), String(nonce)),
      { name: verifyText('value.moves'), text: texts.length > 0 ? texts.join('、') : verifyText('move.none') },
      ...(played === null ? [] : resultLines(game, played.views.at(-1))),
    ],
    more: {
      label: verifyText('step.drawsShow', { count: draws.length }),
      text: draws.map(({ limit, value }) => verifyText('draw', { value, max: limit - 1 })).join(' '),
    },
  }
}

function poolStep({ pool, currency }: RoundProofData, check: RoundProofCheck): VerifyStep {
  return {
    name: verifyText('step.pool'),
    text: verifyText('step.poolText'),
    state: stateOf(check.pool),
    values: [
      {
        name: verifyText('value.computed'),
        text: verifyText(check.hitsPool ? 'step.poolHit' : 'step.poolMiss'),
      },
      { name: verifyText('round.pool'), text: formatMoneyInFull(pool, CURRENCIES[currency]) },
    ],
  }
}

function payoutStep({ currency, staked, payout }: RoundProofData, check: RoundProofCheck): VerifyStep {
  const amounts = (stakes: number, paid: number | null): string =>
    verifyText('value.amounts', {
      staked: formatMoneyInFull(stakes, CURRENCIES[currency]),
      payout: paid === null ? '—' : formatMoneyInFull(paid, CURRENCIES[currency]),
    })
  const { played } = check
  return {
    name: verifyText('step.payout'),
    text: verifyText('step.payoutText'),
    state: stateOf(check.staked && check.payout),
    values: [
      {
        name: verifyText('value.computed'),
        text: played === null ? verifyText('value.none') : amounts(played.staked, played.payout),
      },
      { name: verifyText('value.published'), text: amounts(staked, payout) },
    ],
  }
}

/** The steps of a round of a table, computed again. */
export function tableSteps(proof: TableProofData): VerifyStep[] {
  const { game, shoe, position, cards, salts } = proof
  const check = checkTableProof(proof)
  const dealt = tableRules(game).deal((index) => cards[index] ?? 0)
  return [
    {
      name: verifyText('step.leaves'),
      text: verifyText('step.leavesText'),
      state: stateOf(check.commitment),
      values: [code(verifyText('value.commitment'), shoe.commitment)],
    },
    {
      name: verifyText('step.cards'),
      text: verifyText('step.cardsText'),
      state: stateOf(check.cards),
      values: [
        {
          name: verifyText('value.position'),
          text: verifyText('value.positionText', { from: position + 1, to: position + cards.length }),
        },
      ],
      more: { label: verifyText('step.salts', { count: salts.length }), text: salts.join(' ') },
    },
    {
      name: verifyText('step.rules'),
      text: verifyText('step.rulesText'),
      state: stateOf(check.outcome),
      values: dealtLines(game, dealt),
    },
    {
      name: verifyText('step.shoe'),
      text: verifyText(shoe.seed === null ? 'step.shoeLater' : 'step.shoeText'),
      state: check.shoe === null ? 'later' : stateOf(check.shoe),
      values: shoe.seed === null ? [] : [code(verifyText('value.server'), shoe.seed)],
    },
  ]
}

/** What a draw pays: 20 金币, ¥18.00. */
export function soccerRewardText(reward: SoccerProofData['reward']): string {
  if (reward === null) return verifyText('soccer.none')
  const { currency, amount } = reward
  if (currency === 'COIN') return verifyText('soccer.coins', { amount: formatCount(amount) })
  if (currency === 'POINT') return verifyText('soccer.points', { amount: formatCount(amount) })
  return formatMoneyInFull(amount, CURRENCIES[currency])
}

/** The steps of a draw of the soccer lottery, computed again. */
export function soccerSteps(proof: SoccerProofData): VerifyStep[] {
  const check = checkSoccerProof(proof)
  const { serverSeed, commitment, memberSeed, nonce, prize, isReplaced, reward } = proof
  const none = verifyText('value.none')
  return [
    {
      name: verifyText('step.commitment'),
      text: verifyText('step.commitmentText'),
      state: stateOf(check.commitment),
      values: [
        code(verifyText('value.server'), serverSeed),
        code(verifyText('value.computed'), check.hash ?? none),
        code(verifyText('value.commitment'), commitment),
      ],
    },
    {
      name: verifyText('step.draw'),
      text: verifyText('step.drawText'),
      state: stateOf(check.prize),
      values: [
        code(verifyText('value.member'), memberSeed),
        code(verifyText('value.nonce'), String(nonce)),
        {
          name: verifyText('value.number'),
          text: check.number === null ? none : verifyText('draw', { value: check.number, max: SOCCER_NUMBERS - 1 }),
        },
        { name: verifyText('value.computed'), text: check.drawn ? verifyText(`prize.${check.drawn.id}`) : none },
        { name: verifyText('value.published'), text: verifyText(`prize.${prize}`) },
      ],
    },
    {
      name: verifyText('step.reward'),
      text: verifyText(isReplaced ? 'step.rewardReplaced' : 'step.rewardText'),
      state: stateOf(check.reward),
      values: [{ name: verifyText('value.published'), text: soccerRewardText(reward) }],
    },
  ]
}
