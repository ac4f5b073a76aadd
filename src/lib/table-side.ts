import { tablesText } from '#messages/zh/tables.ts'

const SIDE_KEYS = [
  'side.banker',
  'side.player',
  'side.tie',
  'side.banker-pair',
  'side.player-pair',
  'side.dragon',
  'side.tiger',
  'side.suited-tie',
] as const

/** Name of a side of a live table: 庄, 闲对. Another one as it is. */
export function sideName(side: string): string {
  const key = SIDE_KEYS.find((one) => one === `side.${side}`)
  return key ? tablesText(key) : side
}
