import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { PROJECT_ROOT } from './support/project.ts'

/** Before the first video frame; the chat is loaded in parallel with the room's data. */
const ROOM_BUDGET_BYTES = 233 * 1024
/** With the chat. */
const WHOLE_ROOM_BUDGET_BYTES = 274 * 1024
/** Cached for offline use, with worker and styles. */
const SHELL_BUDGET_BYTES = 536 * 1024
/** HTTP/1.1 has six connections per host. */
const MAX_FILES = 20

/** Packages that pages load on demand or in the worker only. */
const LATER_OR_NEVER = ['crypto-js', 'socket.io-client', 'flv.js', 'mpegts.js', 'hls.js', 'html2canvas', '@noble']
/** Packages that no page loads. Only addresses of USDT (S5.27) and rounds of games need hash functions. */
const NEVER = ['crypto-js', 'socket.io-client', '@noble']

type Chunk = Rolldown.OutputChunk

let chunks: ReadonlyMap<string, Chunk>
let workerFiles: readonly string[]
let contents: ReadonlyMap<string, string | Uint8Array>

/** Builds the client in memory, because only the bundler knows the modules of a chunk. */
beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production')
  const built = await build({ root: PROJECT_ROOT, logLevel: 'silent', build: { write: false } })
  vi.unstubAllEnvs()
  const output = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []))
  chunks = new Map(output.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]))
  contents = new Map(output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]))
  workerFiles = output.map((file) => file.fileName).filter((name) => /worker.*\.js$/.test(name))
})

/** A chunk with its static imports, by file name. */
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

function compressedSize(files: Iterable<string>): number {
  return [...files].reduce((total, name) => total + gzipSync(contents.get(name) ?? '').byteLength, 0)
}

function offenders(files: Iterable<string>, packages: readonly string[]): string[] {
  return [...packagesIn(files)].filter((name) => packages.some((one) => name === one || name.startsWith(`${one}/`)))
}

describe('the client bundle', () => {
  it('has the pages and the worker', () => {
    expect([...packagesIn(withStaticImports(chunkOf('/index.html')))]).toContain('react-dom')
    expect(chunkOf('/play.html').isEntry).toBe(true)
    expect(workerFiles.length).toBeGreaterThan(0)
  })

  it('S2.14 play.html does not load the application, at once or later', () => {
    const later = new Set<Chunk>([chunkOf('/play.html')])
    for (const { imports, dynamicImports } of later) {
      for (const name of [...imports, ...dynamicImports]) {
        const chunk = chunks.get(name)
        if (chunk !== undefined) later.add(chunk)
      }
    }
    expect(later.size).toBeGreaterThan(10)
    expect([...later]).not.toContain(chunkOf('/index.html'))
  })

  it.each(['/index.html', '/play.html'])('D.5 %s starts without engines, sockets and cryptography', (page) => {
    expect(offenders(withStaticImports(chunkOf(page)), LATER_OR_NEVER)).toEqual([])
  })

  it('D.5 has no crypto-js, socket.io-client or @noble on the main thread', () => {
    // Addresses of USDT, and rounds of games and tables that are played or checked in the page.
    const RULES = ['/wallet/usdt-address.ts', '/games/draw.ts', '/games/tables/shoe.ts']
    const mayHash = ({ moduleIds }: Chunk): boolean =>
      moduleIds.some((id) => RULES.some((rule) => id.endsWith(rule))) ||
      moduleIds.every((id) => id.includes('/node_modules/@noble/'))
    const others = [...chunks.values()].filter((chunk) => !mayHash(chunk))
    expect(
      offenders(
        others.map(({ fileName }) => fileName),
        NEVER,
      ),
    ).toEqual([])
  })

  it('S5.27 the wallet opens without the rule of USDT addresses', () => {
    const wallet = withStaticImports(chunkOf('/src/app/pages/wallet/WalletPage.tsx'))
    expect(offenders(wallet, LATER_OR_NEVER)).toEqual([])
  })

  it('S4.18 starts with the verification opener only', () => {
    const first = [...withStaticImports(chunkOf('/index.html'))].flatMap((name) => chunks.get(name)?.moduleIds ?? [])
    const ofWindow = first.filter((id) => id.includes('/features/verification/'))
    expect(ofWindow.map((id) => id.split('/').at(-1))).toEqual(['VerificationDialog.tsx'])
  })

  it('loads the room page within its budget before the player engine', () => {
    const files = withStaticImports(
      chunkOf('/src/app/pages/live/RoomPage.tsx'),
      withStaticImports(chunkOf('/index.html')),
    )
    expect(offenders(files, LATER_OR_NEVER)).toEqual([])
    expect(compressedSize(files)).toBeGreaterThan(60 * 1024)
    expect(compressedSize(files)).toBeLessThanOrEqual(ROOM_BUDGET_BYTES)
    const whole = withStaticImports(chunkOf('/src/app/room/RoomChat.tsx'), files)
    expect(offenders(whole, LATER_OR_NEVER)).toEqual([])
    expect(compressedSize(whole)).toBeLessThanOrEqual(WHOLE_ROOM_BUDGET_BYTES)
  })

  // Before the first interaction, without the worker (settled 34).
  it.each([
    ['account/LoginPage', 195],
    ['live/LivePage', 186],
    ['HomePage', 193],
  ] as const)('%s needs at most %i KB of scripts in few files', (page, budget) => {
    const files = withStaticImports(chunkOf(`/src/app/pages/${page}.tsx`), withStaticImports(chunkOf('/index.html')))
    expect(offenders(files, LATER_OR_NEVER)).toEqual([])
    expect(compressedSize(files) / 1024).toBeLessThanOrEqual(budget)
    expect(files.size).toBeLessThanOrEqual(MAX_FILES)
  })

  it('does not load the application on play.html', () => {
    const files = withStaticImports(chunkOf('/play.html'))
    expect(files).not.toContain(chunkOf('/index.html').fileName)
    expect(compressedSize(files)).toBeLessThanOrEqual(130 * 1024)
  })

  it('has the console as an entry of its own, of which viewers load nothing', () => {
    const entry = chunkOf('/console.html')
    const viewers = new Set<Chunk>([chunkOf('/index.html'), chunkOf('/play.html')])
    // Iteration includes elements that are added during it.
    for (const { imports, dynamicImports } of viewers) {
      for (const name of [...imports, ...dynamicImports]) {
        const chunk = chunks.get(name)
        if (chunk !== undefined) viewers.add(chunk)
      }
    }
    const isOfConsole = (id: string): boolean =>
      /\/src\/console\/|\/protocol\/console\/|\/messages\/zh\/console\//.test(id)
    expect(entry.moduleIds.filter(isOfConsole).length).toBeGreaterThan(5)
    expect([...viewers].flatMap(({ moduleIds }) => moduleIds).filter(isOfConsole)).toEqual([])
    const worker = String(contents.get('sw.js') ?? '')
    expect(worker).not.toContain('console')
  })

  it('has a cached shell within its budget: first screens, overlays and the worker, no engine', () => {
    const worker = String(contents.get('sw.js') ?? '')
    const [, list = '[]'] = /"files":(\[[^\]]*\])/.exec(worker) ?? []
    const retained = (JSON.parse(list) as string[]).map((address) => address.slice(1))
    const screens = ['HomePage', 'LivePage', 'RoomPage', 'RoomChat']
    const windows = ['MatchBoard', 'EmojiPanel', 'SettingsContent', 'DanmakuSettingsForm']
    for (const page of [...screens, ...windows, 'DialogBody']) {
      expect(retained.some((name) => name.startsWith(`assets/${page}-`) && name.endsWith('.js'))).toBe(true)
    }
    expect(retained).toContain(chunkOf('/index.html').fileName)
    expect(retained.filter((name) => /transport\.worker/.test(name))).toHaveLength(1)
    expect(retained.every((name) => contents.has(name))).toBe(true)
    expect(retained.filter((name) => /engine|html2canvas|Gallery/.test(name))).toEqual([])
    expect(compressedSize(retained)).toBeLessThanOrEqual(SHELL_BUDGET_BYTES)
  })

  it('has self-contained service workers and a build id', () => {
    for (const name of ['sw.js', 'sw-off.js']) expect(String(contents.get(name))).not.toMatch(/\bimport\b|\bexport\b/)
    const { build } = JSON.parse(String(contents.get('build.json'))) as { build: string }
    expect(build).toMatch(/^[0-9a-f]{16}$/)
    expect(String(contents.get('sw.js'))).toContain(`"build":"${build}"`)
  })
})
