import { parseArgs } from 'node:util'
import type { FanOutOptions } from './messages.ts'

export const USAGE = `node scripts/run.mjs tests/bench/fanout.ts [--viewers 2000] [--rate 100] [--seconds 10]
  [--store pglite|off] [--payload text|emit|binary] [--json FILE]
One room on a real server in a process of its own; viewers on bare TCP sockets in this one. Prints server CPU,
deliveries, losses and the time from the say call to each viewer. Promised: <= 0.5 core, p95 <= 90 ms, 0 lost, with
the store on, as the product has it.`

const STORES = ['pglite', 'off'] as const
const PAYLOADS = ['text', 'emit', 'binary'] as const

export interface FanOutCommand {
  readonly options: FanOutOptions
  readonly json: string | undefined
  /** This process is the server. */
  readonly isServer: boolean
}

/** Null for help and unknown options. */
export function readCommand(args: readonly string[]): FanOutCommand | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      viewers: { type: 'string', default: '2000' },
      rate: { type: 'string', default: '100' },
      seconds: { type: 'string', default: '10' },
      store: { type: 'string', default: 'pglite' },
      payload: { type: 'string', default: 'text' },
      json: { type: 'string' },
      serve: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const store = STORES.find((one) => one === values.store)
  const payload = PAYLOADS.find((one) => one === values.payload)
  if (values.help || store === undefined || payload === undefined) return null
  const [viewers, rate, seconds] = [Number(values.viewers), Number(values.rate), Number(values.seconds)]
  return { options: { viewers, rate, seconds, store, payload }, json: values.json, isServer: values.serve }
}
