import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Control } from '#provider/server.ts'
import type { Fault } from '#provider/faults.ts'
import { PROJECT_ROOT } from './project.ts'
import { PROVIDER_SECRET, remoteConfig } from './remote-config.ts'

/** The simulated provider in a process of its own, started like `npm run provider`. */
export interface ProviderProcess {
  /** Value of REMOTE_VENUES for a server that uses it. */
  readonly venues: string
  /** Sends a control call. Returns the faults that are left. */
  control(wanted: Control): Promise<readonly Fault[]>
  /** Resolves when the process has ended by itself, and is started again at the same port. */
  restarted(): Promise<void>
  stop(): Promise<void>
}

export async function startProviderProcess(file: string): Promise<ProviderProcess> {
  let child: ChildProcess
  const start = async (port: string): Promise<string> => {
    const args = ['scripts/run.mjs', 'provider/main.ts', '--port', port, '--file', file, '--secret', PROVIDER_SECRET]
    const started = spawn(process.execPath, args, { cwd: PROJECT_ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
    child = started
    let printed = ''
    started.stdout.setEncoding('utf8')
    for await (const text of started.stdout as AsyncIterable<string>) {
      printed += text
      const [, url] = /listens on (http:\S+)/.exec(printed) ?? []
      if (url !== undefined) return url
    }
    throw new Error(`the provider did not start:\n${printed}`)
  }
  const url = await start('0')
  return {
    venues: JSON.stringify([remoteConfig(url)]),
    async control(wanted) {
      const headers = { authorization: `Bearer ${PROVIDER_SECRET}` }
      const response = await fetch(`${url}/control`, { method: 'POST', headers, body: JSON.stringify(wanted) })
      if (!response.ok) throw new Error(`the control call was refused: ${response.status}`)
      return ((await response.json()) as { faults: readonly Fault[] }).faults
    },
    async restarted() {
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await start(new URL(url).port)
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
