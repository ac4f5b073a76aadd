import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startServer } from '#server/main.ts'
import { childBundle } from './child-bundle.ts'
import { TEST_PASSWORD_COST } from './passwords.ts'

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
  const bundle = await childBundle(fileURLToPath(new URL('server-child.ts', import.meta.url)))
  const child = fork(fileURLToPath(new URL('server-child.mjs', import.meta.url)), [bundle, JSON.stringify(options)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
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
