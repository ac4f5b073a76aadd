import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { PROJECT_ROOT, projectFiles, readProjectFile, specifiersOf } from './support/project.ts'

/** Packages required by D.3, with their import specifier. */
const PACKAGES: readonly (readonly [name: string, imported: RegExp])[] = [
  ['react', /^react$/],
  ['react-dom', /^react-dom(\/|$)/],
  ['react-router-dom', /^react-router-dom(\/|$)/],
  ['comlink', /^comlink(\/|$)/],
  ['socket.io-client', /^socket\.io-client(\/|$)/],
  ['jotai', /^jotai(\/|$)/],
  ['crypto-js', /^crypto-js(\/|$)/],
  ['dayjs', /^dayjs(\/|$)/],
  ['hls.js', /^hls\.js(\/|$)/],
  ['flv.js', /^flv\.js(\/|$)/],
  ['html2canvas', /^html2canvas(\/|$)/],
  ['react-virtuoso', /^react-virtuoso(\/|$)/],
  ['vite', /^vite(\/|$)/],
  ['vitest', /^vitest(\/|$)/],
  ['playwright', /^(playwright|@playwright\/test)(\/|$)/],
]

const manifest = JSON.parse(readProjectFile('package.json')) as Record<string, Record<string, string>>
const installed = new Set([
  ...Object.keys(manifest['dependencies'] ?? {}),
  ...Object.keys(manifest['devDependencies'] ?? {}),
])
const imported = [
  'vite.config.ts',
  'vitest.config.ts',
  'playwright.config.ts',
  ...['src', 'workers', 'server', 'load', 'tests', 'scripts'].flatMap((folder) =>
    projectFiles(folder, ['.ts', '.tsx', '.mjs']),
  ),
].flatMap((file) => specifiersOf(readProjectFile(file)))

it.each(PACKAGES)('D.3 lists and uses %s', (name, form) => {
  expect(installed).toContain(name)
  expect(imported.filter((specifier) => form.test(specifier)).length).toBeGreaterThan(0)
})

it('D.1 uses React 19 and strict TypeScript without any', () => {
  expect(manifest['dependencies']?.['react']).toMatch(/^\D?19\./)
  const { compilerOptions } = JSON.parse(readProjectFile('tsconfig.base.json')) as { compilerOptions: object }
  expect(compilerOptions).toMatchObject({ strict: true })
  const { rules } = JSON.parse(readProjectFile('.oxlintrc.json')) as { rules: object }
  expect(rules).toMatchObject({ 'typescript/no-explicit-any': 'error' })
  expect(projectFiles('src', ['.js', '.jsx', '.mjs', '.cjs'])).toEqual([])
})

it('D.4 has the files and folders of the specification at its top', () => {
  const top = 'package.json vite.config.ts tsconfig.json index.html play.html src workers public tests README.md server'
  expect(top.split(' ').filter((name) => !existsSync(path.join(PROJECT_ROOT, name)))).toEqual([])
})
