import { expect, it } from 'vitest'
import { projectFiles, readProjectFile, specifiersOf } from '../../support/project.ts'

/** The composition root and the demo itself. */
const COMPOSITION = ['server/main.ts', 'server/app/app.ts', 'server/app/open-content.ts', 'server/demo/']
/**
 * Number of comparisons of the mode by file. The configuration derives defaults, requirements and secrets from it, and the
 * doctor judges the configuration.
 */
const MODE_QUESTIONS = {
  'server/config/config.ts': 5,
  'server/config/secrets.ts': 1,
  'server/app/app.ts': 1,
  'server/main.ts': 1,
  'server/operation/doctor/doctor.ts': 1,
  'server/calls/services.ts': 1,
}
const MODE_QUESTION = /\bmode\s*[!=]==|[!=]==\s*'(?:demo|production)'/gi
/** Names that pass the answer to another file. */
const MODE_NAME = /\b(?:is|in|for)(?:Demo|Production)(?:Mode)?\b/

const files = projectFiles('server', ['.ts'])

function filesOutside(folders: readonly string[]): string[] {
  return files.filter((file) => !folders.some((folder) => file.startsWith(folder)))
}

it('imports the demo only in the composition root', () => {
  const others = filesOutside(COMPOSITION)
  expect(others.length).toBeGreaterThan(150)
  expect(others.filter((file) => specifiersOf(readProjectFile(file)).some((name) => name.includes('/demo/')))).toEqual(
    [],
  )
})

it('compares the mode only in the configuration and once in each file of the composition root', () => {
  const questions = files.map((file) => [file, readProjectFile(file).match(MODE_QUESTION)?.length ?? 0] as const)
  expect(Object.fromEntries(questions.filter(([, count]) => count > 0))).toEqual(MODE_QUESTIONS)
})

it('passes capabilities to other files, not the mode', () => {
  const others = filesOutside([...COMPOSITION, 'server/config/config.ts'])
  expect(others.filter((file) => MODE_NAME.test(readProjectFile(file)))).toEqual([])
})
