import { expect, it } from 'vitest'
import { projectFiles, readProjectFile } from '../support/project.ts'

const isCatalogue = (file: string): boolean => file.includes('src/messages/')
const SOURCES = projectFiles('src', ['.ts', '.tsx'])

/** The keys of the flat Chinese catalogues, such as `chat.again`. */
function keys(): string[] {
  const catalogues = SOURCES.filter(
    (file) => isCatalogue(file) && !file.includes('/english/') && !file.endsWith('/en.ts'),
  )
  return catalogues.flatMap((file) =>
    [...readProjectFile(file).matchAll(/^\s*'([a-z]+\.[A-Za-z0-9]+)':/gm)].map((match) => match[1] ?? ''),
  )
}

it('every message is used', () => {
  const used = SOURCES.filter((file) => !isCatalogue(file)).map((file) => readProjectFile(file))
  const literals = new Set(
    used.flatMap((text) => [...text.matchAll(/'([a-z]+\.[A-Za-z0-9]+)'/g)].map((match) => match[1])),
  )
  // Composed keys, such as `skin.${name}`.
  const patterns = used
    .flatMap((text) => [...text.matchAll(/`([a-z]+\.[^`\s]*\$\{[^`]*)`/g)].map((match) => match[1] ?? ''))
    .map((template) => new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '[A-Za-z0-9]+')}$`))
  const all = keys()
  expect(all.length).toBeGreaterThan(300)
  expect(all.filter((key) => !literals.has(key) && !patterns.some((pattern) => pattern.test(key)))).toEqual([])
})
