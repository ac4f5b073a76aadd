import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const START_LIMIT_MS = 60_000

/** A redis-server process without persistence. */
export interface TestRedis {
  readonly url: string
  readonly port: number
  /** Suspends the process: connections stay open without responses. */
  freeze(): void
  /** Resumes it. */
  thaw(): void
  stop(): Promise<void>
}

/** The program on the PATH, or null. */
export function findRedis(): string | null {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  const places = folders.map((folder) => path.join(folder, 'redis-server'))
  return places.find((place) => isProgram(place)) ?? null
}

function isProgram(place: string): boolean {
  try {
    accessSync(place, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * @throws if the program is missing or does not respond.
 */
export async function startRedis(port?: number): Promise<TestRedis> {
  const program = findRedis()
  if (program === null) throw new Error('redis-server is not installed')
  const taken = port ?? (await freePort())
  const folder = await mkdtemp(path.join(tmpdir(), 'grandstand-redis-'))
  const options = ['--port', String(taken), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  const child = spawn(program, options, { stdio: 'ignore' })
  await responses(taken)
  return {
    url: `redis://127.0.0.1:${taken}`,
    port: taken,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves when the port accepts connections. */
async function responses(port: number): Promise<void> {
  const until = Date.now() + START_LIMIT_MS
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    if (Date.now() > until) throw new Error(`redis-server does not listen on ${port}`)
    await wait(20)
  }
}
