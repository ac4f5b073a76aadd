import type { RoadRound } from './table-rules.ts'

/** Rows of every road. */
export const ROAD_ROWS = 6

/** A cell of a road. Columns and rows count from 0. */
export interface RoadCell<Value> {
  readonly column: number
  readonly row: number
  readonly value: Value
}

/** 大路: an entry per round that a hand has won. Ties are counted at the entry before them. */
export interface BigEntry {
  readonly winner: 'first' | 'second'
  readonly ties: number
  readonly pairs: readonly [boolean, boolean]
}

/** Colours of the derived roads: red for regular, blue for irregular. */
export type DerivedColour = 'red' | 'blue'

export interface Roads {
  /** 珠盘路: all rounds in their order, column by column. */
  readonly bead: readonly RoadCell<RoadRound>[]
  readonly big: readonly RoadCell<BigEntry>[]
  /** 大眼仔, 小路, 曱甴路. */
  readonly bigEye: readonly RoadCell<DerivedColour>[]
  readonly small: readonly RoadCell<DerivedColour>[]
  readonly cockroach: readonly RoadCell<DerivedColour>[]
}

/** The five roads of a shoe. */
export function roadsOf(rounds: readonly RoadRound[]): Roads {
  const columns = bigColumns(rounds)
  const depths = columns.map(({ length }) => length)
  return {
    bead: rounds.map((value, index) => ({
      column: Math.trunc(index / ROAD_ROWS),
      row: index % ROAD_ROWS,
      value,
    })),
    big: laidOut(columns),
    bigEye: laidOut(streaks(derivedRoad(depths, 1))),
    small: laidOut(streaks(derivedRoad(depths, 2))),
    cockroach: laidOut(streaks(derivedRoad(depths, 3))),
  }
}

/** The columns of 大路 before they are bent: one per streak. Ties before the first entry are counted at it. */
export function bigColumns(rounds: readonly RoadRound[]): BigEntry[][] {
  const columns: BigEntry[][] = []
  let early = 0
  for (const { winner, pairs } of rounds) {
    const column = columns.at(-1)
    const last = column?.at(-1)
    if (winner === 'tie') {
      if (column && last) column[column.length - 1] = { ...last, ties: last.ties + 1 }
      else early += 1
      continue
    }
    const entry = { winner, ties: columns.length === 0 ? early : 0, pairs }
    if (column && last?.winner === winner) column.push(entry)
    else columns.push([entry])
  }
  return columns
}

/**
 * A derived road by the published rule. The first entry of a column is red if the column before it is as long as the one
 * `distance` columns further left. Any other entry is red if the column `distance` to the left has an entry in its row, or
 * none in the row above either.
 *
 * @param depths lengths of the columns of 大路
 * @param distance 1 for 大眼仔, 2 for 小路, 3 for 曱甴路
 */
function derivedRoad(depths: readonly number[], distance: 1 | 2 | 3): DerivedColour[] {
  return depths.flatMap((depth, column) =>
    Array.from({ length: depth }, (_, row): DerivedColour | null => {
      if (row === 0) {
        const compared = depths[column - 1 - distance]
        return compared === undefined ? null : compared === depths[column - 1] ? 'red' : 'blue'
      }
      const compared = depths[column - distance]
      return compared === undefined ? null : compared === row ? 'blue' : 'red'
    }).filter((colour) => colour !== null),
  )
}

/** Equal neighbours together. */
function streaks<Value>(values: readonly Value[]): Value[][] {
  const found: Value[][] = []
  for (const value of values) {
    const last = found.at(-1)
    if (last && last[0] === value) last.push(value)
    else found.push([value])
  }
  return found
}

/**
 * The cells of columns in a road of {@link ROAD_ROWS} rows. A streak goes down until the last row or a taken cell, then to
 * the right (长龙拐弯). A streak begins in the first free column of the first row after the beginning of the streak before.
 */
function laidOut<Value>(columns: readonly (readonly Value[])[]): RoadCell<Value>[] {
  const taken = new Set<number>()
  const isFree = (column: number, row: number): boolean => row < ROAD_ROWS && !taken.has(column * ROAD_ROWS + row)
  let start = -1
  return columns.flatMap((streak) => {
    do start += 1
    while (!isFree(start, 0))
    let [column, row] = [start, 0]
    let hasTurned = false
    return streak.map((value, index) => {
      if (index > 0) {
        hasTurned ||= !isFree(column, row + 1)
        if (hasTurned) column += 1
        else row += 1
      }
      taken.add(column * ROAD_ROWS + row)
      return { column, row, value }
    })
  })
}
