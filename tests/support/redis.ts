import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { findProgram } from './programs.ts'

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

/** The program, or null. */
export function findRedis(): string | null {
  return findProgram('redis-server')
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
  await acceptsConnections(taken)
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
export async function acceptsConnections(port: number): Promise<void> {
  const until = Date.now() + START_LIMIT_MS
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    if (Date.now() > until) throw new Error(`nothing listens on ${port}`)
    await wait(20)
  }
}
