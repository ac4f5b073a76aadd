import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { findProgram } from './programs.ts'

const START_LIMIT_MS = 60_000
const PASSWORD = 'the password of the test'

/** A PostgreSQL with its own data folder, which a test may kill and start again. */
export interface TestPostgres {
  /** Connection string of the superuser. */
  readonly url: string
  readonly port: number
  /** Ends all processes without a checkpoint, like a crash: the next start recovers from the log. */
  crash(): Promise<void>
  /** Starts it again on the same port and data; resolves when it executes statements. */
  start(): Promise<void>
  /** Crashes it and removes the data. */
  stop(): Promise<void>
}

/** The programs that {@link startPostgres} needs, or null. */
export function findPostgres(): { readonly initdb: string; readonly postgres: string } | null {
  const [initdb, postgres] = [findProgram('initdb'), findProgram('postgres')]
  return initdb !== null && postgres !== null && programUser() !== null ? { initdb, postgres } : null
}

/**
 * Creates a data folder and starts PostgreSQL on it. Passwords are checked.
 *
 * @param settings further settings, for example `{ max_connections: '8' }`
 * @throws if the programs are missing or PostgreSQL does not start
 */
export async function startPostgres(settings: Readonly<Record<string, string>> = {}): Promise<TestPostgres> {
  const programs = findPostgres()
  const user = programUser()
  if (programs === null || user === null) throw new Error('PostgreSQL is not installed')
  const folder = mkdtempSync(path.join(tmpdir(), 'grandstand-postgres-'))
  const passwordFile = path.join(folder, 'password')
  writeFileSync(passwordFile, PASSWORD)
  if (user.uid !== undefined && user.gid !== undefined)
    for (const file of [folder, passwordFile]) chownSync(file, user.uid, user.gid)
  const data = path.join(folder, 'data')
  const initial = ['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', passwordFile, '-E', 'UTF8']
  execFileSync(programs.initdb, [...initial, '--no-locale', '--no-sync'], { ...user, stdio: 'ignore' })
  const port = await freePort()
  const url = `postgres://postgres:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/postgres`
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: folder, ...settings }
  const named = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let child: ChildProcess | null = null
  const start = async (): Promise<void> => {
    const started = spawn(programs.postgres, ['-D', data, '-p', String(port), ...named], { ...user, stdio: 'ignore' })
    child = started
    await executesStatements(url, started)
  }
  const crash = async (): Promise<void> => {
    const running = child
    child = null
    if (running === null || running.exitCode !== null || running.signalCode !== null) return
    const ended = once(running, 'exit')
    // An immediate shutdown. After SIGKILL, remaining child processes would delay the next start.
    running.kill('SIGQUIT')
    await ended
  }
  await start()
  return {
    url,
    port,
    start,
    crash,
    async stop() {
      await crash()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves when PostgreSQL executes statements; it refuses them during the recovery. */
async function executesStatements(url: string, child: ChildProcess): Promise<void> {
  const until = Date.now() + START_LIMIT_MS
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    const problem = await client.connect().then(
      () => null,
      (error: unknown) => error,
    )
    await client.end()
    if (problem === null) return
    if (child.exitCode !== null || Date.now() > until) throw new Error('PostgreSQL did not start', { cause: problem })
    await wait(20)
  }
}

/** PostgreSQL refuses to run as root: the user of the Debian package, then. Null if there is none. */
function programUser(): { readonly uid?: number; readonly gid?: number } | null {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string): number =>
    Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }).toString())
  try {
    return { uid: idOf('-u'), gid: idOf('-g') }
  } catch {
    return null
  }
}
