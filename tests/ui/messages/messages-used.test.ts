import { expect, it } from 'vitest'
import { projectFiles, readProjectFile } from '../../support/project.ts'

const isCatalogue = (file: string): boolean => file.includes('src/messages/')
const SOURCES = projectFiles('src', ['.ts', '.tsx'])

/** The keys of the Chinese catalogues, such as `chat.again`. */
function keys(): string[] {
  return SOURCES.filter((file) => file.startsWith('src/messages/zh/')).flatMap((file) =>
    [...readProjectFile(file).matchAll(/^\s*'?([\w.-]+)'?:/gm)].map((match) => match[1] ?? ''),
  )
}

it('every message is used', () => {
  const used = SOURCES.filter((file) => !isCatalogue(file)).map((file) => readProjectFile(file))
  const literals = new Set(used.flatMap((text) => [...text.matchAll(/'([\w.-]+)'/g)].map((match) => match[1])))
  // Composed keys, such as `skin.${name}`.
  const patterns = used
    .flatMap((text) => [...text.matchAll(/`([a-z]+\.[^`\s]*\$\{[^`]*)`/g)].map((match) => match[1] ?? ''))
    .map((template) => new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '[\\w-]+')}$`))
  const all = keys()
  expect(all.length).toBeGreaterThan(2_000)
  expect(all.filter((key) => !literals.has(key) && !patterns.some((pattern) => pattern.test(key)))).toEqual([])
})
