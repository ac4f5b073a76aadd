import * as z from 'zod'
import { PROVIDER_METHODS, type ProviderMethod } from '#server/venues/provider-contract.ts'

/** What the simulated provider can do wrong with a request. */
const FAULT_KINDS = [
  /** Responds after `ms`. */
  'delay',
  /** Executes the request and closes the connection without a response. */
  'lose',
  /** Closes the connection without executing the request. */
  'lose-request',
  /** Executes the request and never responds. */
  'hang',
  /** Executes the request, and stops in the middle of the response. */
  'stall',
  /** Executes the request and sends the response twice. */
  'double',
  /** Ends the process after the request was executed, before the response. */
  'crash',
  /** Responds with another amount, currency, number or outcome than those of the request. */
  'other-amount',
  'other-currency',
  'other-number',
  'other-outcome',
  /** Responds with half of the JSON. */
  'malformed',
  /** Responds with a body that is larger than the contract allows. */
  'huge',
  /** Signs with another secret. */
  'wrong-signature',
  /** Responds with status 500. */
  'status',
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

export const Fault = z.strictObject({
  method: z.enum(Object.keys(PROVIDER_METHODS) as [ProviderMethod, ...ProviderMethod[]]),
  kind: z.enum(FAULT_KINDS),
  /** Requests that it concerns; then it is over. */
  times: z.int().min(1).max(1_000_000).default(1),
  /** Milliseconds of a delay. */
  ms: z.int().min(0).max(600_000).default(0),
})
export type Fault = z.output<typeof Fault>

/** Faults by method, the oldest first. */
export class Faults {
  #list: Fault[] = []

  set(list: readonly Fault[]): void {
    this.#list = [...list]
  }

  get list(): readonly Fault[] {
    return this.#list
  }

  /** The fault of the next request of a method; null if it is handled correctly. */
  take(method: ProviderMethod): Fault | null {
    const found = this.#list.find((fault) => fault.method === method)
    if (!found) return null
    this.#list = this.#list.flatMap((fault) =>
      fault !== found ? [fault] : fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : [],
    )
    return found
  }
}

/** The body of a response that contradicts its request. */
export function contradicted(kind: FaultKind, body: string): string {
  const value = JSON.parse(body) as Record<string, unknown>
  if (kind === 'other-amount') {
    for (const key of ['amount', 'balance']) if (typeof value[key] === 'number') value[key] += 1
  }
  if (kind === 'other-currency') value['currency'] = value['currency'] === 'CNY' ? 'USDT' : 'CNY'
  if (kind === 'other-number') value['orderNo'] = 'T0000000000000000'
  if (kind === 'other-outcome') value['state'] = value['state'] === 'paid' ? 'rejected' : 'paid'
  return JSON.stringify(value)
}
