import { E_GAMES, type EGame } from './round.ts'

/*
 * Messages between a page and its frame of a game, as JSON text. The frame has no origin of its own and is not trusted:
 * the page checks length, form and rate of what it sends (issue 41, item 2).
 */

/** Longest message in characters. */
export const MAX_MESSAGE = 16_384
/** Messages that a frame may send at once, and how many more per second. */
export const MESSAGE_BURST = 30
export const MESSAGES_PER_SECOND = 10
/** A frame with this many dropped messages in a row is closed. */
export const MAX_DROPPED = 200

/** A round as the frame sees it. */
export interface FrameRound {
  readonly staked: number
  readonly payout: number | null
  /** What the bonus pool paid beside it. */
  readonly pool: number
  readonly view: unknown
  readonly steps: number
}

export type PageMessage =
  | {
      readonly type: 'init'
      readonly game: EGame
      readonly currency: 'CNY' | 'USDT'
      readonly skin: string
      readonly layout: string
      readonly language: string
      readonly isDemo: boolean
      readonly stake: { readonly min: number; readonly max: number }
      readonly round: FrameRound | null
    }
  | { readonly type: 'round'; readonly round: FrameRound }
  | { readonly type: 'state'; readonly canPlay: boolean }
  | { readonly type: 'refused'; readonly text: string }
  | { readonly type: 'ping' }

export type FrameMessage =
  | { readonly type: 'ready' }
  /** The frame shows the result of the last round. */
  | { readonly type: 'shown' }
  | { readonly type: 'pong' }
  | { readonly type: 'start'; readonly stake: number; readonly options: unknown }
  | { readonly type: 'move'; readonly step: number; readonly move: unknown }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

function parsed(data: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof data !== 'string' || data.length > MAX_MESSAGE) return null
  try {
    const value: unknown = JSON.parse(data)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** The message of a frame; null for anything else. Options and moves are left to the rules of the game. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  const value = parsed(data)
  if (value === null) return null
  const { type } = value
  const keys = Object.keys(value).length
  if (type === 'ready' || type === 'shown' || type === 'pong') return keys === 1 ? { type } : null
  if (type === 'start' && keys === 3 && isCount(value['stake']) && isObject(value['options'])) {
    return { type, stake: value['stake'], options: value['options'] }
  }
  if (type === 'move' && keys === 3 && isCount(value['step']) && isObject(value['move'])) {
    return { type, step: value['step'], move: value['move'] }
  }
  return null
}

const PAGE_TYPES: readonly unknown[] = ['init', 'round', 'state', 'refused', 'ping']

/** The message of the page, which the frame trusts; null for anything else. */
export function readPageMessage(data: unknown): PageMessage | null {
  const value = parsed(data)
  if (value === null || !PAGE_TYPES.includes(value['type'])) return null
  if (value['type'] === 'init' && !E_GAMES.some((game) => game === value['game'])) return null
  return value as unknown as PageMessage
}
