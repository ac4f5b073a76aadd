import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { prepareDataFolder } from './data-folder.ts'
import { QUICK_DATABASE } from './node-flags.ts'
import { PROJECT_ROOT, readProjectFile } from './project.ts'

const START_LIMIT_MS = 240_000
const STOP_LIMIT_MS = 60_000
const ADDRESS = /https?:\/\/(?:127\.0\.0\.1|localhost):(\d+)/

export interface TestServerOptions {
  /** Added to a minimal environment (demo mode, 127.0.0.1, a random port, a temporary data folder). */
  readonly env?: Readonly<Record<string, string>>
  /** Starts without a prepared database, as on a new machine. */
  readonly isFirstStart?: boolean
  /** Folder with scripts and a build, instead of the project's. */
  readonly root?: string
  /** Runs the embedded database at its full speed, for benches. */
  readonly isMeasured?: boolean
  /** Runs before the first start, for example to add rows to the embedded database of the data folder. */
  readonly prepare?: (dataDirectory: string) => Promise<void>
}

/** A built server in its own process. */
export interface TestServer {
  readonly url: string
  readonly port: number
  readonly dataDirectory: string
  /** The process that runs now. */
  pid(): number
  /** Output of all starts. */
  output(): string
  /** Sends a signal and waits for the exit. Resolves with the exit code, null for a signal. */
  kill(signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT'): Promise<number | null>
  /** Restarts on the same port and data, after `kill` or with a SIGTERM. */
  restart(env?: Readonly<Record<string, string>>): Promise<void>
  /** Stops the server and removes its data folder. */
  stop(): Promise<void>
}

/**
 * Starts the build like `npm start` and waits for /healthz.
 *
 * @throws with the output of the server if it exits or does not respond.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { env = {}, isFirstStart = false, root = PROJECT_ROOT, isMeasured = false } = options
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'grandstand-test-'))
  if (!isFirstStart) await prepareDataFolder(dataDirectory)
  await options.prepare?.(dataDirectory)
  const flags = isMeasured ? [] : [QUICK_DATABASE]
  let printed = ''
  let child: ChildProcess | null = null

  const start = async (port: string, added: Readonly<Record<string, string>>): Promise<number> => {
    const from = printed.length
    const started = spawn(process.execPath, [...flags, path.join(root, 'scripts', 'start.mjs'), '--built'], {
      cwd: root,
      env: {
        ...plainEnvironment(),
        MODE: 'demo',
        HOST: '127.0.0.1',
        PORT: port,
        DATA_DIR: dataDirectory,
        ...env,
        ...added,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    for (const stream of [started.stdout, started.stderr]) {
      stream.setEncoding('utf8')
      stream.on('data', (text: string) => {
        printed += text
      })
    }
    const found = await addressOf(started, () => printed.slice(from))
    await checkHealth(`http://127.0.0.1:${found}/healthz`, () => printed.slice(from))
    return found
  }

  const kill = async (signal: NodeJS.Signals): Promise<number | null> => {
    const running = child
    child = null
    if (running === null || running.exitCode !== null || running.signalCode !== null) return running?.exitCode ?? null
    const ended = once(running, 'exit')
    running.kill(signal)
    const overdue = setTimeout(() => running.kill('SIGKILL'), STOP_LIMIT_MS)
    await ended
    clearTimeout(overdue)
    return running.exitCode
  }

  let port: number
  try {
    port = await start('0', {})
  } catch (error) {
    await kill('SIGKILL')
    await rm(dataDirectory, { recursive: true, force: true })
    throw error
  }

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    dataDirectory,
    pid() {
      if (child?.pid === undefined) throw new Error('the server does not run')
      return child.pid
    },
    output: () => printed,
    kill,
    async restart(added = {}) {
      await kill('SIGTERM')
      await start(String(port), added)
    },
    async stop() {
      const code = await kill('SIGTERM')
      await rm(dataDirectory, { recursive: true, force: true })
      if (code !== 0 && code !== null) throw new Error(`the server ended with code ${code}:\n${printed}`)
    },
  }
}

/**
 * The environment without configuration of the server under test. An empty value counts as unset and overrides a
 * developer's .env.
 */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SYSTEMROOT', 'LANG', 'TZ', 'NODE_OPTIONS', 'CLOCK_SHIFT_MS']
  return {
    ...Object.fromEntries(Object.keys(parseEnv(readProjectFile('.env.example'))).map((key) => [key, ''])),
    ...Object.fromEntries(kept.flatMap((key) => (process.env[key] === undefined ? [] : [[key, process.env[key]]]))),
  }
}

function addressOf(child: ChildProcess, output: () => string): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => settle(() => reject(new Error(`the server ${reason}:\n${output()}`)))
    const onData = (): void => {
      const port = ADDRESS.exec(output())?.[1]
      if (port !== undefined) settle(() => resolve(Number(port)))
    }
    const onExit = (code: number | null): void => fail(`ended with code ${code} before it listened`)
    const limit = setTimeout(() => fail(`named no address within ${START_LIMIT_MS} ms`), START_LIMIT_MS)
    const settle = (act: () => void): void => {
      clearTimeout(limit)
      child.off('exit', onExit)
      child.stdout?.off('data', onData)
      act()
    }
    child.on('exit', onExit)
    child.stdout?.on('data', onData)
  })
}

async function checkHealth(url: string, output: () => string): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(START_LIMIT_MS) })
  if (!response.ok) throw new Error(`${url} responded with ${response.status}:\n${output()}`)
}
