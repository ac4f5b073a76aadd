import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectFiles, readProjectFile, specifiersOf } from './support/project.ts'

interface Room {
  /** Folder from the project's root. */
  readonly folder: string
  /** Rooms it may import from, besides itself. */
  readonly mayImport: readonly string[]
  /** The test fails when it sees fewer files: a table over nothing proves nothing. */
  readonly fewestFiles: number
}

/**
 * The house. This table is the documentation of who may import whom; a room further up stands on those below it:
 * `protocol, lib < ui, transport < state < features < app`, while `workers` and `server` stand on `protocol` alone.
 * `doors` are the files directly in src/, which mount the application and do nothing else.
 */
const ROOMS: Readonly<Record<string, Room>> = {
  protocol: { folder: 'src/protocol', mayImport: [], fewestFiles: 30 },
  lib: { folder: 'src/lib', mayImport: ['protocol'], fewestFiles: 8 },
  ui: { folder: 'src/ui', mayImport: ['protocol', 'lib'], fewestFiles: 25 },
  transport: { folder: 'src/transport', mayImport: ['protocol', 'lib'], fewestFiles: 8 },
  state: { folder: 'src/state', mayImport: ['protocol', 'lib', 'ui', 'transport'], fewestFiles: 18 },
  features: { folder: 'src/features', mayImport: ['protocol', 'lib', 'ui', 'transport', 'state'], fewestFiles: 70 },
  app: { folder: 'src/app', mayImport: ['protocol', 'lib', 'ui', 'transport', 'state', 'features'], fewestFiles: 25 },
  doors: {
    folder: 'src',
    mayImport: ['protocol', 'lib', 'ui', 'transport', 'state', 'features', 'app'],
    fewestFiles: 2,
  },
  workers: { folder: 'workers', mayImport: ['protocol'], fewestFiles: 30 },
  server: { folder: 'server', mayImport: ['protocol'], fewestFiles: 110 },
}

/** Packages that only some rooms may import; every other package is free. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  comlink: ['transport', 'workers'],
  'socket.io-client': ['workers'],
  jotai: ['state', 'features', 'app', 'doors'],
  react: ['lib', 'ui', 'state', 'features', 'app', 'doors'],
  'react-router-dom': ['ui', 'features', 'app', 'doors'],
  'react-virtuoso': ['ui', 'features'],
  'crypto-js': ['workers', 'server'],
  html2canvas: ['lib'],
  fastify: ['server'],
  'socket.io': ['server'],
  'drizzle-orm': ['server'],
}

/** The one file of src/ that may name a file of workers/. */
const WORKER_DOOR = 'src/transport/worker.ts'

const CODE = ['.ts', '.tsx', '.mjs']

interface Import {
  readonly file: string
  readonly room: string
  readonly specifier: string
  /** Path from the project's root when the specifier names a file of ours, else null. */
  readonly target: string | null
}

function roomOf(file: string): string | null {
  if (path.posix.dirname(file) === 'src') return 'doors'
  const found = Object.entries(ROOMS).find(([name, { folder }]) => name !== 'doors' && file.startsWith(`${folder}/`))
  return found?.[0] ?? null
}

function targetOf(file: string, specifier: string): string | null {
  const bare = specifier.replace(/\?.*$/, '')
  if (bare.startsWith('.')) return path.posix.join(path.posix.dirname(file), bare)
  const [, room, rest] = /^#([a-z]+)\/(.+)$/.exec(bare) ?? []
  if (room === undefined || rest === undefined) return null
  return path.posix.join(ROOMS[room]?.folder ?? room, rest)
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

const files = ['src', 'workers', 'server'].flatMap((folder) => projectFiles(folder, CODE))
const imports: readonly Import[] = files.flatMap((file) =>
  specifiersOf(readProjectFile(file)).map((specifier) => ({
    file,
    room: roomOf(file) ?? 'nowhere',
    specifier,
    target: targetOf(file, specifier),
  })),
)
const told = (broken: readonly Import[]): string[] =>
  broken.map(({ file, specifier }) => `${file} imports ${specifier}`)

describe('the house', () => {
  it.each(Object.entries(ROOMS))('%s is there', (name, { fewestFiles }) => {
    expect(files.filter((file) => roomOf(file) === name).length).toBeGreaterThanOrEqual(fewestFiles)
  })

  it('has a room for every file', () => {
    expect(files.filter((file) => roomOf(file) === null)).toEqual([])
  })

  it('sees every form of import', () => {
    const text = `import a from 'a'; import 'b.css'; export { c } from "c"; const d = import('d')
      import type { E } from 'e' // import x from 'x'
      new Worker(new URL('../f.ts', import.meta.url)) /* import y from 'y' */`
    expect(specifiersOf(text).sort()).toEqual(['../f.ts', 'a', 'b.css', 'c', 'd', 'e'])
  })

  it('reads imports from most files', () => {
    expect(new Set(imports.map(({ file }) => file)).size).toBeGreaterThan(files.length * 0.7)
  })

  it('keeps to the ladder', () => {
    const broken = imports.filter(({ room, target, file }) => {
      if (target === null) return false
      const other = roomOf(target)
      if (other === room || (target.startsWith('workers/') && file === WORKER_DOOR)) return false
      return other === null || ROOMS[room]?.mayImport.includes(other) !== true
    })
    expect(told(broken)).toEqual([])
  })

  it('has no feature that imports a feature', () => {
    const broken = imports.filter(({ file, target }) => {
      const [from, to] = [featureOf(file), target === null ? null : featureOf(target)]
      return from !== null && to !== null && from !== to
    })
    expect(told(broken)).toEqual([])
  })

  it('goes from room to room by #room, never by ../', () => {
    const broken = imports.filter(({ file, room, specifier, target }) => {
      if (!specifier.startsWith('.') || target === null || file === WORKER_DOOR) return false
      return room === 'doors' ? !target.startsWith('src/') : roomOf(target) !== room
    })
    expect(told(broken)).toEqual([])
  })

  it('lets only the door of the transport name a file of workers/', () => {
    const naming = imports.filter(({ room, target }) => room !== 'workers' && target?.startsWith('workers/') === true)
    expect([...new Set(naming.map(({ file }) => file))]).toEqual([WORKER_DOOR])
  })

  it.each(Object.entries(PACKAGES))('imports %s only where it belongs', (name, rooms) => {
    const broken = imports.filter(
      ({ room, specifier, target }) => target === null && packageOf(specifier) === name && !rooms.includes(room),
    )
    expect(told(broken)).toEqual([])
  })

  it('keeps node: out of what runs in browsers', () => {
    const broken = imports.filter(({ room, specifier }) => room !== 'server' && specifier.startsWith('node:'))
    expect(told(broken)).toEqual([])
  })

  it('imports files of our own with their ending', () => {
    expect(told(imports.filter(({ target }) => target !== null && path.posix.extname(target) === ''))).toEqual([])
  })

  it('has no barrels', () => {
    expect(files.filter((file) => /\/index\.tsx?$/.test(file))).toEqual([])
  })

  it('names components Name.tsx with Name.module.css and all else in kebab-case', () => {
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*\.(ts|tsx|mjs|css)$/
    const component = /^[A-Z][A-Za-z0-9]*\.(tsx|module\.css)$/
    const language = /^[a-z]{2}-[A-Z]{2}\.ts$/
    const named = ['src', 'workers', 'server'].flatMap((folder) => projectFiles(folder, [...CODE, '.css']))
    const isGood = (name: string): boolean => [kebab, component, language].some((form) => form.test(name))
    expect(named.filter((file) => !isGood(path.posix.basename(file)))).toEqual([])
  })

  it('has the component beside every Name.module.css, and uses every style module', () => {
    const styles = projectFiles('src', ['.module.css'])
    const seen = new Set(files)
    const used = new Set(imports.map(({ target }) => target))
    const ofComponents = styles.filter((file) => /^[A-Z]/.test(path.posix.basename(file)))
    expect(ofComponents.length).toBeGreaterThan(5)
    expect(ofComponents.filter((file) => !seen.has(file.replace('.module.css', '.tsx')))).toEqual([])
    expect(styles.filter((file) => !used.has(file))).toEqual([])
  })
})
