import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { SITE_CONFIG_KEYS } from '#protocol/site-config.ts'
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

/** The endpoints in the table of section 18 of the protocol. */
function documented(): string[] {
  const section = readProjectFile('docs/protocol.md').split('## 18. ')[1]?.split(/^#/m)[0] ?? ''
  return [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, name = '']) => name)
}

describe('section 18 of the protocol', () => {
  it('lists exactly the endpoints that no program of this repository calls', () => {
    const sources = sourcesOf(['src', 'workers'], /^src\/protocol\//)
    const uncalled = Object.keys(ENDPOINTS).filter((name) => !sources.includes(`'${name}'`))
    expect(documented().toSorted()).toEqual(uncalled.toSorted())
  })

  it('S9.14 has no configuration key: page or server read each', () => {
    const sources = sourcesOf(
      ['src', 'server'],
      /^src\/protocol\/(?!rules\/)|^server\/config\/site-config\.ts$|^src\/console\/|messages\/zh\/console\//,
    )
    const defaults = readProjectFile('server/config/site-config.ts')
    for (const key of SITE_CONFIG_KEYS) {
      if (ORIGIN_KEYS.includes(key)) continue
      // One file has the defaults of all keys, and one key that decides about another.
      const isRead = new RegExp(`\\b${key}\\b`).test(sources) || defaults.includes(`given.${key} `)
      expect(isRead, key).toBe(true)
    }
  })
})
