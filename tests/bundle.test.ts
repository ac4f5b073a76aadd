import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { PROJECT_ROOT } from './support/project.ts'

const FIRST_LOAD_BUDGET_BYTES = 250 * 1024

/** Packages that the pages load only when they are needed, or never: the worker does that work. */
const LATER_OR_NEVER = ['crypto-js', 'socket.io-client', 'flv.js', 'mpegts.js', 'hls.js', 'html2canvas', '@noble']
/** Packages that no page loads at any time, not even later. */
const NEVER = ['crypto-js', 'socket.io-client', '@noble']

type Chunk = Rolldown.OutputChunk

let chunks: ReadonlyMap<string, Chunk>
let workerFiles: readonly string[]

/** The client as it is shipped, built in memory, because only the bundler knows which modules a chunk holds. */
beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production')
  const built = await build({ root: PROJECT_ROOT, logLevel: 'silent', build: { write: false } })
  vi.unstubAllEnvs()
  const output = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []))
  chunks = new Map(output.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]))
  workerFiles = output.map((file) => file.fileName).filter((name) => /worker.*\.js$/.test(name))
})

/** A chunk with all that it imports statically, by file name. */
function withStaticImports(start: Chunk, seen = new Set<string>()): Set<string> {
  if (seen.has(start.fileName)) return seen
  seen.add(start.fileName)
  for (const name of start.imports) {
    const imported = chunks.get(name)
    if (imported !== undefined) withStaticImports(imported, seen)
  }
  return seen
}

function chunkOf(module: string): Chunk {
  const found = [...chunks.values()].find((chunk) => chunk.facadeModuleId?.endsWith(module) === true)
  if (found === undefined) throw new Error(`no chunk begins with ${module}; there are ${[...chunks.keys()].join(', ')}`)
  return found
}

function packagesIn(files: Iterable<string>): Set<string> {
  const modules = [...files].flatMap((name) => chunks.get(name)?.moduleIds ?? [])
  return new Set(
    modules.flatMap((id) => {
      const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id) ?? []
      return name === undefined ? [] : [name]
    }),
  )
}

function offenders(files: Iterable<string>, packages: readonly string[]): string[] {
  return [...packagesIn(files)].filter((name) => packages.some((one) => name === one || name.startsWith(`${one}/`)))
}

describe('the client bundle', () => {
  it('has both pages and the worker', () => {
    expect([...packagesIn(withStaticImports(chunkOf('/index.html')))]).toContain('react-dom')
    expect(chunkOf('/play.html').isEntry).toBe(true)
    expect(workerFiles.length).toBeGreaterThan(0)
  })

  it.each(['/index.html', '/play.html'])('D.5 begins %s without engines, sockets or cryptography', (page) => {
    expect(offenders(withStaticImports(chunkOf(page)), LATER_OR_NEVER)).toEqual([])
  })

  it('D.5 never brings crypto-js, socket.io-client or @noble to the main thread', () => {
    expect(offenders(chunks.keys(), NEVER)).toEqual([])
  })

  it('loads the room page within its budget before the player engine', () => {
    const files = withStaticImports(chunkOf('/src/app/pages/RoomPage.tsx'), withStaticImports(chunkOf('/index.html')))
    expect(offenders(files, LATER_OR_NEVER)).toEqual([])
    const bytes = [...files].reduce((total, name) => total + gzipSync(chunks.get(name)?.code ?? '').byteLength, 0)
    expect(bytes).toBeGreaterThan(60 * 1024)
    expect(bytes).toBeLessThanOrEqual(FIRST_LOAD_BUDGET_BYTES)
  })
})
