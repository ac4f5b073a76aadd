import { describe, expect, it } from 'vitest'
import { readProjectFile } from './support/project.ts'
import { satisfies } from './support/version-range.ts'

interface LockEntry {
  version?: string
  resolved?: string
  hasInstallScript?: boolean
  optional?: boolean
  engines?: { node?: string } | string[]
  optionalDependencies?: Record<string, string>
}

const OLDEST_NODE = '20.19.0'
/** The oldest supported version after 20, and the next LTS version. */
const LATER_NODES = ['22.12.0', '24.0.0']
const lock = JSON.parse(readProjectFile('package-lock.json')) as { packages: Record<string, LockEntry> }
const manifest = JSON.parse(readProjectFile('package.json')) as Record<string, Record<string, string>>
const entries = Object.entries(lock.packages)

/** `npm ci` must work on every platform and on the oldest supported Node version. */
describe('package-lock.json', () => {
  it('contains the whole dependency tree', () => {
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

  const ranged = entries.flatMap(([place, { engines, optional }]) =>
    engines !== undefined && !Array.isArray(engines) && engines.node !== undefined
      ? [{ place, range: engines.node, isOptional: optional === true }]
      : [],
  )

  it(`has no package that excludes Node ${OLDEST_NODE}`, () => {
    expect(ranged.length).toBeGreaterThan(200)
    expect(ranged.filter(({ range }) => !satisfies(OLDEST_NODE, range))).toEqual([])
  })

  // An optional package for another platform is skipped.
  it.each(LATER_NODES)('has no required package that excludes Node %s', (version) => {
    expect(ranged.filter(({ range, isOptional }) => !isOptional && !satisfies(version, range))).toEqual([])
  })

  it('agrees with package.json', () => {
    expect(lock.packages['']?.engines).toEqual(manifest['engines'])
  })

  it('has no package with an install script', () => {
    expect(entries.filter(([, entry]) => entry.hasInstallScript === true).map(([place]) => place)).toEqual([])
  })

  it('contains no registry host', () => {
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

  it('refuses a range that it cannot parse', () => {
    expect(() => satisfies('20.19.0', 'latest')).toThrow(/cannot read/)
  })
})
