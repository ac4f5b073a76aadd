import { expect, it } from 'vitest'
import { projectFiles, readProjectFile, specifiersOf } from './support/project.ts'

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
  ...['src', 'workers', 'server', 'tests', 'scripts'].flatMap((folder) =>
    projectFiles(folder, ['.ts', '.tsx', '.mjs']),
  ),
].flatMap((file) => specifiersOf(readProjectFile(file)))

it.each(PACKAGES)('D.3 lists and uses %s', (name, form) => {
  expect(installed).toContain(name)
  expect(imported.filter((specifier) => form.test(specifier)).length).toBeGreaterThan(0)
})
