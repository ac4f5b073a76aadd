import { describe, expect, it } from 'vitest'
import { readProjectFile } from './support/project.ts'
import { satisfies } from './support/version-range.ts'

interface LockEntry {
  version?: string
  resolved?: string
  hasInstallScript?: boolean
  engines?: { node?: string } | string[]
  optionalDependencies?: Record<string, string>
}

const OLDEST_NODE = '20.19.0'
const lock = JSON.parse(readProjectFile('package-lock.json')) as { packages: Record<string, LockEntry> }
const manifest = JSON.parse(readProjectFile('package.json')) as Record<string, Record<string, string>>
const entries = Object.entries(lock.packages)

/** Keeps `npm ci` working on every platform and on the oldest Node we promise. */
describe('package-lock.json', () => {
  it('holds the whole tree', () => {
    expect(entries.length).toBeGreaterThan(300)
  })

  it('has an entry for every optional platform package', () => {
    const missing = entries.flatMap(([place, entry]) =>
      Object.keys(entry.optionalDependencies ?? {}).filter(
        (name) => !(`node_modules/${name}` in lock.packages) && !(`${place}/node_modules/${name}` in lock.packages),
      ),
    )
    expect(missing).toEqual([])
  })

  it(`has no package that excludes Node ${OLDEST_NODE}`, () => {
    const ranged = entries.flatMap(([place, { engines }]) =>
      engines !== undefined && !Array.isArray(engines) && engines.node !== undefined
        ? [{ place, range: engines.node }]
        : [],
    )
    expect(ranged.length).toBeGreaterThan(200)
    expect(ranged.filter(({ range }) => !satisfies(OLDEST_NODE, range))).toEqual([])
  })

  it('has no package that runs a script at installation', () => {
    expect(entries.filter(([, entry]) => entry.hasInstallScript === true).map(([place]) => place)).toEqual([])
  })

  it('names no host to load from', () => {
    expect(entries.filter(([, entry]) => entry.resolved !== undefined).map(([place]) => place)).toEqual([])
  })
})

it.each(['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'])('pins all %s exactly', (group) => {
  const pins = Object.entries(manifest[group] ?? {})
  expect(pins.length).toBeGreaterThan(0)
  expect(pins.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
})

describe('satisfies', () => {
  it.each([
    ['20.19.0', '>=20', true],
    ['20.19.0', '^20.19.0 || ^22.13.0 || >=23.5.0', true],
    ['20.18.9', '^20.19.0 || >=22.12.0', false],
    ['20.19.0', '20 || >=22', true],
    ['21.1.0', '20 || >=22', false],
    ['20.19.0', '>= 22', false],
    ['20.19.0', '>=16 || 14 >=14.17', true],
    ['14.16.0', '>=16 || 14 >=14.17', false],
    ['20.19.0', '<20.19', false],
    ['20.19.0', '<=20', true],
    ['20.19.0', '>20', false],
    ['20.19.0', '~20.18.0', false],
    ['20.19.0', '*', true],
    ['4.7.0', '>=4.x', true],
  ])('%s in %s is %s', (version, range, expected) => {
    expect(satisfies(version, range)).toBe(expected)
  })

  it('refuses a range that it cannot read', () => {
    expect(() => satisfies('20.19.0', 'latest')).toThrow(/cannot read/)
  })
})
