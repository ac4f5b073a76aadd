import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { SITE_CONFIG, SITE_CONFIG_KEYS } from '#protocol/site-config.ts'
import { projectFiles, readProjectFile } from '../support/project.ts'

/** Values of these keys come from the environment; pages read the origins with `site.domains`. */
const ORIGIN_KEYS = ['newsDomains', 'apiDomains', 'videoDomainDefault']

/** Sources of these folders without comments, except for the given files. */
function sourcesOf(folders: readonly string[], except: RegExp): string {
  return folders
    .flatMap((folder) => projectFiles(folder, ['.ts', '.tsx']))
    .filter((file) => !except.test(file))
    .map((file) => readProjectFile(file).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''))
    .join('\n')
}

/** The rows of a table in section 18 of the protocol: the code of the first cell, and the second cell. */
function documented(heading: string): ReadonlyMap<string, string> {
  const section = readProjectFile('docs/protocol.md').split(`### ${heading}\n`)[1]?.split(/^#/m)[0] ?? ''
  const rows = section.matchAll(/^\| `([^`]+)`\s*\| ([^|]*?)\s*\|/gm)
  return new Map([...rows].map(([, name = '', text = '']) => [name, text]))
}

describe('section 18 of the protocol', () => {
  it('lists exactly the endpoints that no program of this repository calls', () => {
    const sources = sourcesOf(['src', 'workers'], /^src\/protocol\//)
    const uncalled = Object.keys(ENDPOINTS).filter((name) => !sources.includes(`'${name}'`))
    expect([...documented('Endpoints for other clients and later screens').keys()].toSorted()).toEqual(
      uncalled.toSorted(),
    )
  })

  it('S9.14 lists exactly the configuration keys that wait for a feature, with the feature', () => {
    const waiting = new Map<string, string>()
    for (const key of SITE_CONFIG_KEYS) {
      const { waitsFor } = SITE_CONFIG[key]
      if (waitsFor !== null) waiting.set(key, waitsFor)
    }
    expect(documented('Configuration keys for later screens')).toEqual(waiting)
  })

  it('S9.14 the other configuration keys are read by page or server', () => {
    const sources = sourcesOf(
      ['src', 'server'],
      /^src\/protocol\/(?!rules\/)|^server\/config\/site-config\.ts$|^src\/console\/|messages\/zh\/console\//,
    )
    const defaults = readProjectFile('server/config/site-config.ts')
    for (const key of SITE_CONFIG_KEYS) {
      if (ORIGIN_KEYS.includes(key)) continue
      // One file has the defaults of all keys, and one key that decides about another.
      const isRead = new RegExp(`\\b${key}\\b`).test(sources) || defaults.includes(`given.${key} `)
      expect(isRead, key).toBe(SITE_CONFIG[key].waitsFor === null)
    }
  })
})
