import { expect, it } from 'vitest'
import { projectFiles, readProjectFile, specifiersOf } from '../support/project.ts'

/** The composition root and the demo itself. */
const MAY_USE_DEMO = ['server/main.ts', 'server/http/app.ts', 'server/demo/']

const files = projectFiles('server', ['.ts']).filter(
  (file) => !MAY_USE_DEMO.some((allowed) => file.startsWith(allowed)),
)

it('imports the demo only in the composition root', () => {
  expect(files.length).toBeGreaterThan(150)
  expect(files.filter((file) => specifiersOf(readProjectFile(file)).some((name) => name.includes('/demo/')))).toEqual(
    [],
  )
})
