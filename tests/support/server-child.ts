import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServer } from '#server/main.ts'
import { TEST_PASSWORD_COST } from './passwords.ts'
import { PROJECT_ROOT } from './project.ts'

/** In node_modules, so that Node finds the packages. */
const FOLDER = path.join(PROJECT_ROOT, 'node_modules/.cache/grandstand/children')

let bundle: Promise<string> | null = null

export interface ChildOptions {
  readonly environment: Readonly<Record<string, string>>
  readonly clientFolder: string
}

/** A whole server in a process of its own, so that it can be killed. */
export interface ServerChild {
  readonly url: string
  readonly port: number
  /** Sends a signal and waits for the exit. Idempotent. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
  /** Suspends the process. */
  freeze(): void
  thaw(): void
}

/** @throws if the process ends before it listens */
export async function startServerChild(options: ChildOptions): Promise<ServerChild> {
  bundle ??= writeBundle()
  const child = fork(
    fileURLToPath(new URL('server-child.mjs', import.meta.url)),
    [await bundle, JSON.stringify(options)],
    {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  )
  const ended = once(child, 'exit')
  const started = once(child, 'message') as Promise<[{ url: string }]>
  const first = await Promise.race([started, ended.then(() => null)])
  if (first === null) throw new Error('the server has ended')
  const { url } = first[0]
  return {
    url,
    port: Number(new URL(url).port),
    async end(signal) {
      child.kill(signal)
      await ended
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  }
}

/** Runs in the child. */
export async function run({ environment, clientFolder }: ChildOptions): Promise<void> {
  const server = await startServer({ environment, clientFolder, passwordCost: TEST_PASSWORD_COST })
  process.once('SIGTERM', () => {
    void server.close().finally(() => process.exit(0))
  })
  process.send?.({ url: server.url })
}

/**
 * Bundles this module into one file for the child processes, because Node 20 does not run TypeScript and a child that loads
 * each module through Vite needs seconds. Returns the path of the file.
 */
async function writeBundle(): Promise<string> {
  const { build } = await import('vite')
  const file = fileURLToPath(import.meta.url)
  const result = await build({
    root: PROJECT_ROOT,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      write: false,
      minify: false,
      target: 'node20',
      rollupOptions: { input: file, output: { format: 'es', codeSplitting: false } },
    },
  })
  if (Array.isArray(result) || !('output' in result)) throw new Error(`no bundle of ${file}`)
  const target = path.join(FOLDER, `${path.basename(file, '.ts')}.mjs`)
  mkdirSync(FOLDER, { recursive: true })
  const unfinished = `${target}.${randomBytes(6).toString('hex')}`
  writeFileSync(unfinished, result.output[0].code)
  renameSync(unfinished, target)
  return target
}
