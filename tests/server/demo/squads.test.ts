import { expect, test } from 'vitest'
import { POSITIONS } from '#protocol/rules/match.ts'
import { squadOf } from '../../../server/demo/world/squads.ts'
import { TEAMS } from '../../../server/demo/world/teams.ts'

const keysOf = (kind: keyof typeof TEAMS): string[] => TEAMS[kind].map(({ key }) => key)

test.each(keysOf('football'))('football team %s has an eleven in its formation and seven substitutes', (key) => {
  const { formation, starters, substitutes } = squadOf(key)
  expect([starters.length, substitutes.length]).toEqual([11, 7])
  const rows = formation.split('-').map(Number)
  expect(rows.reduce((sum, size) => sum + size, 0)).toBe(10)
  expect(starters.filter(({ position }) => position === 'goalkeeper')).toEqual([starters[0]])
  expect(starters.filter(({ position }) => position === 'defender')).toHaveLength(rows[0] ?? 0)
  expect(starters.filter(({ position }) => position === 'forward')).toHaveLength(rows.at(-1) ?? 0)
  expect(substitutes.filter(({ position }) => position === 'goalkeeper')).toHaveLength(1)
})

test.each(keysOf('basketball'))('basketball team %s has one starter per position and a bench', (key) => {
  const { starters, substitutes } = squadOf(key)
  expect(starters.map(({ position }) => position)).toEqual(POSITIONS.basketball)
  expect(substitutes).toHaveLength(5)
})

test.each(keysOf('esports'))('esports team %s has five players without numbers', (key) => {
  const { starters, substitutes } = squadOf(key)
  expect(starters.map(({ position }) => position)).toEqual(POSITIONS.esports)
  expect(starters.every(({ number }) => number === null)).toBe(true)
  expect(substitutes).toEqual([])
})

test('no two players of a team have the same number, and no two of the world the same name', () => {
  const squads = Object.values(TEAMS).flatMap((teams) => teams.map(({ key }) => squadOf(key)))
  for (const { starters, substitutes } of squads) {
    const numbers = [...starters, ...substitutes].flatMap(({ number }) => number ?? [])
    expect(new Set(numbers).size).toBe(numbers.length)
  }
  const names = squads.flatMap(({ starters, substitutes }) => [...starters, ...substitutes].map(({ name }) => name))
  expect(new Set(names).size).toBe(names.length)
})

test('the players that articles and the crowd name start', () => {
  for (const { key, players } of TEAMS.football) {
    const starters = squadOf(key).starters.map(({ name }) => name)
    expect(starters).toEqual(expect.arrayContaining([...players]))
  }
})

test('an unknown team is an error', () => {
  expect(() => squadOf('unknown')).toThrow(RangeError)
})
