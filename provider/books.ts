import { closeSync, existsSync, fsyncSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import {
  PAGE_MAX,
  type ProviderBalance,
  type ProviderRound,
  type TransferRequest,
} from '#server/venues/provider-contract.ts'

interface Account {
  balance: number
  inPlay: number
}

type Transfer = TransferRequest & { readonly state: 'paid' | 'rejected' }

/** A line of the journal. Its balances follow from all lines. */
type Entry =
  | { readonly type: 'transfer'; readonly transfer: Transfer }
  | { readonly type: 'round'; readonly round: ProviderRound }

const keyOf = ({ memberId, currency }: Pick<ProviderRound, 'memberId' | 'currency'>): string =>
  `${memberId} ${currency}`

/**
 * Money, transfers and rounds at the simulated provider. With a file they survive the end of the process at any moment:
 * each change is one line, which is on the disk before it is reported.
 */
export class Books {
  readonly #accounts = new Map<string, Account>()
  readonly #transfers = new Map<string, Transfer>()
  readonly #rounds: ProviderRound[] = []
  readonly #file: number | null

  constructor(path: string | null = null) {
    for (const line of path !== null && existsSync(path) ? wholeLines(path) : []) this.#apply(JSON.parse(line) as Entry)
    this.#file = path === null ? null : openSync(path, 'a', 0o600)
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file)
  }

  balance(memberId: string, currency: ProviderRound['currency']): ProviderBalance {
    const { balance, inPlay } = this.#accounts.get(keyOf({ memberId, currency })) ?? { balance: 0, inPlay: 0 }
    return { memberId, currency, balance, inPlay }
  }

  /** Balances after a key, in the order of the keys, and the key of the next page. */
  balances(after: string): { list: ProviderBalance[]; next: string | null } {
    const keys = [...this.#accounts.keys()].filter((key) => key > after).toSorted()
    const page = keys.slice(0, PAGE_MAX)
    const list = page.map((key) => {
      const [memberId = '', currency] = key.split(' ')
      return this.balance(memberId, currency === 'USDT' ? 'USDT' : 'CNY')
    })
    return { list, next: keys.length > PAGE_MAX ? (page.at(-1) ?? null) : null }
  }

  transferState(orderNo: string): Transfer | { readonly orderNo: string; readonly state: 'missing' } {
    return this.#transfers.get(orderNo) ?? { orderNo, state: 'missing' }
  }

  /** Executes a transfer once per number. A transfer out of more than the balance is rejected. */
  transfer(request: TransferRequest): Transfer {
    const known = this.#transfers.get(request.orderNo)
    if (known) return known
    const { balance } = this.balance(request.memberId, request.currency)
    const state = request.kind === 'out' && balance < request.amount ? 'rejected' : 'paid'
    const transfer: Transfer = { ...request, state }
    this.#write({ type: 'transfer', transfer })
    return transfer
  }

  /** Plays a round. Null if the balance does not have the stake. */
  play(round: Omit<ProviderRound, 'seq' | 'roundId'>): ProviderRound | null {
    if (this.balance(round.memberId, round.currency).balance < round.staked) return null
    const played = { ...round, seq: this.#rounds.length + 1, roundId: randomUUID() }
    this.#write({ type: 'round', round: played })
    return played
  }

  roundsAfter(seq: number): ProviderRound[] {
    return this.#rounds.slice(seq, seq + PAGE_MAX)
  }

  /** Adds a round to the list that no balance follows, to contradict the books. */
  report(round: ProviderRound): void {
    this.#rounds.push(round)
  }

  #write(entry: Entry): void {
    if (this.#file !== null) {
      writeSync(this.#file, `${JSON.stringify(entry)}\n`)
      fsyncSync(this.#file)
    }
    this.#apply(entry)
  }

  #apply(entry: Entry): void {
    if (entry.type === 'round') {
      const { round } = entry
      this.#add(round, round.returned - round.staked)
      this.#rounds.push(round)
      return
    }
    const { transfer } = entry
    this.#transfers.set(transfer.orderNo, transfer)
    if (transfer.state === 'paid') this.#add(transfer, transfer.kind === 'in' ? transfer.amount : -transfer.amount)
  }

  #add(owner: Pick<ProviderRound, 'memberId' | 'currency'>, change: number): void {
    const key = keyOf(owner)
    const known = this.#accounts.get(key) ?? { balance: 0, inPlay: 0 }
    this.#accounts.set(key, { ...known, balance: known.balance + change })
  }
}

/** The lines of a journal. A process that was killed may have written half of the last one, which is removed. */
function wholeLines(path: string): string[] {
  const bytes = readFileSync(path)
  const whole = bytes.subarray(0, bytes.lastIndexOf('\n') + 1)
  if (whole.length < bytes.length) truncateSync(path, whole.length)
  return whole
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
}
