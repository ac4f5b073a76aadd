import { type BlackjackMove, type BlackjackView } from '#protocol/games/blackjack.ts'
import type { DropView } from '#protocol/games/drop.ts'
import type { LadderMove, LadderView } from '#protocol/games/ladder.ts'
import type { MinesMove, MinesView } from '#protocol/games/mines.ts'
import type { EGame } from '#protocol/games/round.ts'
import { SLOT_REELS, SLOT_ROWS, SLOT_SYMBOLS, type SlotSpin, type SlotView, symbolAt } from '#protocol/games/slot.ts'
import { type DealtRound, HANDS, type TableGame } from '#protocol/games/tables/table-rules.ts'
import { verifyText } from '#messages/zh/verify.ts'

/** A named line of a result. */
export interface RoundLine {
  readonly name: string
  readonly text: string
}

const SUITS = ['suit.spades', 'suit.hearts', 'suit.clubs', 'suit.diamonds'] as const
const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K']

/** 红心10. Both kinds of games number cards as `suit * 13 + rank - 1`. */
function cardText(card: number): string {
  return verifyText('card', {
    suit: verifyText(SUITS[Math.trunc(card / 13)] ?? 'suit.spades'),
    rank: RANKS[card % 13] ?? '',
  })
}

const listed = (parts: readonly (string | number)[]): string => parts.join('、')
const cardsText = (cards: readonly number[]): string => listed(cards.map(cardText))
const timesOf = (tenths: number): string => String(tenths / 10)

/** The final view of a round in words. */
export function resultLines(game: EGame, view: unknown): RoundLine[] {
  return RESULTS[game](view)
}

/** The rules of the game made the view, so it is of this game. */
const RESULTS: Readonly<Record<EGame, (view: unknown) => RoundLine[]>> = {
  slot: (view) => (view as SlotView).spins.map(spinLine),
  blackjack: (view) => blackjackLines(view as BlackjackView),
  mines: (view) => minesLines(view as MinesView),
  ladder: (view) => ladderLines(view as LadderView),
  drop: (view) => dropLines(view as DropView),
}

/** Symbols by row, then what they win. */
function spinLine({ stops, wins, freeSpins }: SlotSpin, index: number): RoundLine {
  const rows = Array.from({ length: SLOT_ROWS }, (_, row) =>
    Array.from({ length: SLOT_REELS }, (_reel, reel) => symbolText(symbolAt(stops, reel, row))).join(' '),
  )
  const won = wins.map(({ line, symbol, count, tenths }) =>
    line === null
      ? verifyText('slot.tickets', { count, times: timesOf(tenths) })
      : verifyText('slot.line', { line: line + 1, count, symbol: symbolText(symbol), times: timesOf(tenths) }),
  )
  if (freeSpins > 0) won.push(verifyText('slot.freeSpins', { count: freeSpins }))
  return {
    name: index === 0 ? verifyText('slot.spin') : verifyText('slot.free', { number: index }),
    text: [...rows, won.length > 0 ? won.join('；') : verifyText('slot.noWin')].join('\n'),
  }
}

function symbolText(symbol: number): string {
  return verifyText(`symbol.${SLOT_SYMBOLS[symbol] ?? 'seat'}`)
}

function blackjackLines({ player, dealer, playerTotal, dealerTotal, result }: BlackjackView): RoundLine[] {
  const hand = (cards: readonly number[], total: number): string =>
    verifyText('cards.total', { cards: cardsText(cards), total })
  return [
    { name: verifyText('cards.player'), text: hand(player, playerTotal) },
    { name: verifyText('cards.dealer'), text: hand(dealer, dealerTotal) },
    ...(result ? [{ name: verifyText('table.winner'), text: verifyText(`hand.${result}`) }] : []),
  ]
}

const cellsText = (cells: readonly number[]): string =>
  cells.length === 0 ? '—' : verifyText('mines.cells', { cells: listed(cells.map((cell) => cell + 1)) })

function minesLines({ mines, open }: MinesView): RoundLine[] {
  return [
    { name: verifyText('mines.mines'), text: cellsText(mines ?? []) },
    { name: verifyText('mines.open'), text: cellsText(open) },
  ]
}

function ladderLines({ broken, path }: LadderView): RoundLine[] {
  const places = (list: readonly number[]): string =>
    verifyText('ladder.places', { places: listed(list.map((place) => place + 1)) })
  return [
    { name: verifyText('ladder.broken'), text: places(broken ?? []) },
    { name: verifyText('ladder.path'), text: places(path) },
  ]
}

function dropLines({ path, slot, multiple }: DropView): RoundLine[] {
  const turns = path.map((isRight) => verifyText(isRight ? 'drop.right' : 'drop.left'))
  return [
    { name: verifyText('drop.path'), text: listed(turns) },
    { name: verifyText('drop.slot'), text: verifyText('drop.slotText', { slot: slot + 1, times: multiple / 100 }) },
  ]
}

/** The moves of a round in words. The rules have accepted them, so they are moves of this game. */
export function moveTexts(game: EGame, moves: readonly unknown[]): string[] {
  return moves.map((move, index) => {
    if (game === 'blackjack') return verifyText(`move.${(move as BlackjackMove).kind}`)
    if (game === 'mines') return minesMove(move as MinesMove)
    return ladderMove(move as LadderMove, index)
  })
}

function minesMove(move: MinesMove): string {
  return move.kind === 'collect' ? verifyText('move.collect') : verifyText('move.open', { cell: move.cell + 1 })
}

function ladderMove(move: LadderMove, index: number): string {
  return move.kind === 'collect'
    ? verifyText('move.collect')
    : verifyText('move.step', { step: index + 1, place: move.place + 1 })
}

/** A round of a table in words. */
export function dealtLines(game: TableGame, { cards, outcome: { winner, points } }: DealtRound): RoundLine[] {
  const hands = HANDS.map((hand, index) => ({
    name: verifyText(`table.${hand}.${game}`),
    text: verifyText('cards.total', {
      cards: cardsText(cards.filter((one) => one.hand === hand).map(({ card }) => card)),
      total: points[index] ?? 0,
    }),
  }))
  const text =
    winner === 'tie'
      ? verifyText('table.tie')
      : verifyText('table.wins', { side: verifyText(`table.${winner}.${game}`) })
  return [...hands, { name: verifyText('table.winner'), text }]
}
