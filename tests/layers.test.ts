import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectFiles, readProjectFile, specifiersOf } from './support/project.ts'

interface Layer {
  /** Folder from the project's root. */
  readonly folder: string
  /** Layers it may import from, besides itself. */
  readonly mayImport: readonly string[]
  /** Lower bound of the number of files, so that a wrong folder cannot pass. */
  readonly minFiles: number
}

const BROWSER_LAYERS = ['protocol', 'messages', 'lib', 'ui', 'transport', 'state', 'features'] as const

/**
 * Allowed imports between layers: `protocol < messages < lib < ui, transport < state < features < app < gallery`; `server`
 * and `readers` import `protocol` only, `workers` also `readers`; `load`, the load tool, imports these four, and
 * `provider`, the simulated provider, `protocol` and `server`. `entries` are the files directly in src/.
 */
const LAYERS: Readonly<Record<string, Layer>> = {
  protocol: { folder: 'src/protocol', mayImport: [], minFiles: 30 },
  messages: { folder: 'src/messages', mayImport: ['protocol'], minFiles: 40 },
  lib: { folder: 'src/lib', mayImport: ['protocol', 'messages'], minFiles: 8 },
  ui: { folder: 'src/ui', mayImport: ['protocol', 'messages', 'lib'], minFiles: 25 },
  transport: { folder: 'src/transport', mayImport: ['protocol', 'messages', 'lib'], minFiles: 8 },
  state: { folder: 'src/state', mayImport: ['protocol', 'messages', 'lib', 'ui', 'transport'], minFiles: 18 },
  features: {
    folder: 'src/features',
    mayImport: ['protocol', 'messages', 'lib', 'ui', 'transport', 'state'],
    minFiles: 70,
  },
  app: { folder: 'src/app', mayImport: BROWSER_LAYERS, minFiles: 25 },
  gallery: { folder: 'src/gallery', mayImport: [...BROWSER_LAYERS, 'app'], minFiles: 10 },
  console: { folder: 'src/console', mayImport: ['protocol', 'messages', 'lib', 'ui'], minFiles: 10 },
  frame: { folder: 'src/frame', mayImport: ['protocol', 'messages', 'lib', 'ui'], minFiles: 8 },
  entries: { folder: 'src', mayImport: [...BROWSER_LAYERS, 'app'], minFiles: 2 },
  workers: { folder: 'workers', mayImport: ['protocol', 'readers'], minFiles: 30 },
  server: { folder: 'server', mayImport: ['protocol'], minFiles: 110 },
  readers: { folder: 'load/readers', mayImport: ['protocol'], minFiles: 8 },
  provider: { folder: 'provider', mayImport: ['protocol', 'server'], minFiles: 4 },
  load: { folder: 'load', mayImport: ['protocol', 'workers', 'server', 'readers'], minFiles: 20 },
}

/** Folders of the server, lowest first. A folder imports from itself and from those before it. */
const SERVER_FLOORS = [
  'config',
  'database',
  'net',
  'members',
  'wallet',
  'club',
  'rooms',
  'matches',
  'sports',
  'games',
  'activities',
  'media',
  'site',
  'venues',
  'http',
  'calls',
  'operation',
  'demo',
  'relay',
  'app',
] as const

/** Imports from a higher floor, each with its reason. */
const UPWARD_IMPORTS: Readonly<Record<string, string>> = {
  'server/members/new-members.ts imports server/wallet/ledger/postings.ts':
    'a member and the starting coins are created in one transaction',
  'server/members/profile/nicknames.ts imports server/rooms/speech-rules.ts':
    'nicknames obey the blocked terms of the chat',
}

/** Packages that only some layers may import. All others are free. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  comlink: ['transport', 'workers', 'console'],
  'socket.io-client': ['workers'],
  htmlparser2: ['readers'],
  jotai: ['state', 'features', 'app', 'gallery', 'entries'],
  react: ['lib', 'ui', 'state', 'features', 'app', 'gallery', 'console', 'entries'],
  'react-router-dom': ['ui', 'features', 'app', 'gallery', 'console', 'entries'],
  'react-virtuoso': ['ui', 'features'],
  'crypto-js': ['workers', 'server'],
  html2canvas: ['lib'],
  fastify: ['server'],
  'socket.io': ['server'],
  'drizzle-orm': ['server'],
}

/** The only files of src/ that may import from workers/: they start the threads of console, lab and rooms. */
const WORKER_ENTRIES: readonly string[] = ['src/console/client.ts', 'src/transport/lab.ts', 'src/transport/worker.ts']

/** Folders of tests/ that the load tool shares: measuring, faults, and a client and server for Node. */
const INSTRUMENTS: readonly string[] = ['tests/bench/harness/', 'tests/fault/', 'tests/support/']

const CODE = ['.ts', '.tsx', '.mjs']

interface Import {
  readonly file: string
  readonly layer: string
  readonly specifier: string
  /** Path from the project's root if the specifier names a file of this project, else null. */
  readonly target: string | null
}

function layerOf(file: string): string | null {
  if (path.posix.dirname(file) === 'src') return 'entries'
  const found = Object.entries(LAYERS).find(([name, { folder }]) => name !== 'entries' && file.startsWith(`${folder}/`))
  return found?.[0] ?? null
}

function targetOf(file: string, specifier: string): string | null {
  const bare = specifier.replace(/\?.*$/, '')
  if (bare.startsWith('.')) return path.posix.join(path.posix.dirname(file), bare)
  const [, layer, rest] = /^#([a-z]+)\/(.+)$/.exec(bare) ?? []
  if (layer === undefined || rest === undefined) return null
  return path.posix.join(LAYERS[layer]?.folder ?? layer, rest)
}

function featureOf(file: string): string | null {
  return /^src\/features\/([^/]+)/.exec(file)?.[1] ?? null
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

const files = ['src', 'workers', 'server', 'load', 'provider'].flatMap((folder) => projectFiles(folder, CODE))
const imports: readonly Import[] = files.flatMap((file) =>
  specifiersOf(readProjectFile(file)).map((specifier) => ({
    file,
    layer: layerOf(file) ?? 'none',
    specifier,
    target: targetOf(file, specifier),
  })),
)
const listed = (broken: readonly Pick<Import, 'file' | 'specifier'>[]): string[] =>
  broken.map(({ file, specifier }) => `${file} imports ${specifier}`)

describe('imports between layers', () => {
  it.each(Object.entries(LAYERS))('%s has files', (name, { minFiles }) => {
    expect(files.filter((file) => layerOf(file) === name).length).toBeGreaterThanOrEqual(minFiles)
  })

  it('assigns every file to a layer', () => {
    expect(files.filter((file) => layerOf(file) === null)).toEqual([])
  })

  it('finds every form of import', () => {
    const text = `import a from 'a'; import 'b.css'; export { c } from "c"; const d = import('d')
      import type { E } from 'e' // import x from 'x'
      new Worker(new URL('../f.ts', import.meta.url)) /* import y from 'y' */`
    expect(specifiersOf(text).sort()).toEqual(['../f.ts', 'a', 'b.css', 'c', 'd', 'e'])
  })

  it('finds imports in most files', () => {
    expect(new Set(imports.map(({ file }) => file)).size).toBeGreaterThan(files.length * 0.7)
  })

  it('follow the allowed directions', () => {
    const broken = imports.filter(({ layer, target, file }) => {
      if (target === null) return false
      if (layer === 'load' && INSTRUMENTS.some((folder) => target.startsWith(folder))) return false
      const other = layerOf(target)
      if (other === layer || (target.startsWith('workers/') && WORKER_ENTRIES.includes(file))) return false
      return other === null || LAYERS[layer]?.mayImport.includes(other) !== true
    })
    expect(listed(broken)).toEqual([])
  })

  it('of the server go down its floors', () => {
    const floorOf = (file: string) => SERVER_FLOORS.findIndex((floor) => file.startsWith(`server/${floor}/`))
    const folders = new Set(files.flatMap((file) => /^server\/([^/]+)\//.exec(file)?.[1] ?? []))
    expect([...folders].toSorted()).toEqual(SERVER_FLOORS.toSorted())
    const upward = imports.flatMap(({ file, target }) =>
      target?.startsWith('server/') === true && floorOf(file) >= 0 && floorOf(target) > floorOf(file)
        ? [`${file} imports ${target}`]
        : [],
    )
    expect(upward.toSorted()).toEqual(Object.keys(UPWARD_IMPORTS).toSorted())
  })

  it('have no cycles, also of types', () => {
    const targets = new Map(files.map((file) => [file, new Set<string>()]))
    for (const { file, target } of imports) {
      if (target !== null && target !== file && targets.has(target)) targets.get(file)?.add(target)
    }
    const size = targets.size
    for (let before = -1; before !== targets.size;) {
      before = targets.size
      for (const [file, its] of targets) if (![...its].some((one) => targets.has(one))) targets.delete(file)
    }
    expect([...targets.keys()]).toEqual([])
    expect(size).toBeGreaterThan(1_000)
  })

  it('do not connect two features', () => {
    const broken = imports.filter(({ file, target }) => {
      const [from, to] = [featureOf(file), target === null ? null : featureOf(target)]
      return from !== null && to !== null && from !== to
    })
    expect(listed(broken)).toEqual([])
  })

  it('use the # alias between layers, not a relative path', () => {
    const broken = imports.filter(({ file, layer, specifier, target }) => {
      if (!specifier.startsWith('.') || target === null || WORKER_ENTRIES.includes(file)) return false
      return layer === 'entries' ? !target.startsWith('src/') : layerOf(target) !== layer
    })
    expect(listed(broken)).toEqual([])
  })

  it('reach workers/ only from the worker entries of the transport', () => {
    const naming = imports.filter(
      ({ layer, target }) => layer !== 'workers' && layer !== 'load' && target?.startsWith('workers/') === true,
    )
    expect([...new Set(naming.map(({ file }) => file))].toSorted()).toEqual(WORKER_ENTRIES)
  })

  it('of the attack suite name no product code, so that it repeats no mistake of the product', () => {
    const attack = projectFiles('tests/attack', CODE)
    const named = attack.flatMap((file) =>
      specifiersOf(readProjectFile(file)).map((specifier) => ({ file, specifier })),
    )
    const free = /^(?:node:|\.\/|\.\.\/support\/)|^(?:vitest|ws|pg|otpauth)$/
    expect(attack.length).toBeGreaterThan(5)
    expect(listed(named.filter(({ specifier }) => !free.test(specifier)))).toEqual([])
  })

  it.each(Object.entries(PACKAGES))('of the package %s are only in its layers', (name, layers) => {
    const broken = imports.filter(
      ({ layer, specifier, target }) => target === null && packageOf(specifier) === name && !layers.includes(layer),
    )
    expect(listed(broken)).toEqual([])
  })

  it('contain node: modules only in programs of Node', () => {
    const broken = imports.filter(
      ({ layer, specifier }) => !['server', 'load', 'provider'].includes(layer) && specifier.startsWith('node:'),
    )
    expect(listed(broken)).toEqual([])
  })

  it('name files of the project with their extension', () => {
    expect(listed(imports.filter(({ target }) => target !== null && path.posix.extname(target) === ''))).toEqual([])
  })

  it('have no index files', () => {
    expect(files.filter((file) => /\/index\.tsx?$/.test(file))).toEqual([])
  })

  it('names components Name.tsx with Name.module.css and other files in kebab-case', () => {
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*\.(ts|tsx|mjs|css)$/
    const component = /^[A-Z][A-Za-z0-9]*\.(tsx|module\.css)$/
    const language = /^[a-z]{2}-[A-Z]{2}\.ts$/
    const named = ['src', 'workers', 'server', 'load', 'provider'].flatMap((folder) =>
      projectFiles(folder, [...CODE, '.css']),
    )
    const isGood = (name: string): boolean => [kebab, component, language].some((form) => form.test(name))
    expect(named.filter((file) => !isGood(path.posix.basename(file)))).toEqual([])
  })

  it('has a component beside every Name.module.css and an importer of every style module', () => {
    const styles = projectFiles('src', ['.module.css'])
    const seen = new Set(files)
    const composed = styles.flatMap((file) =>
      [...readProjectFile(file).matchAll(/composes:[^;]* from '([^']+)'/g)].map(([, name = '']) =>
        path.posix.join(path.posix.dirname(file), name),
      ),
    )
    const used = new Set([...imports.map(({ target }) => target), ...composed])
    const ofComponents = styles.filter((file) => /^[A-Z]/.test(path.posix.basename(file)))
    expect(ofComponents.length).toBeGreaterThan(5)
    expect(ofComponents.filter((file) => !seen.has(file.replace('.module.css', '.tsx')))).toEqual([])
    expect(styles.filter((file) => !used.has(file))).toEqual([])
  })
})
