import { HOUR_MS } from '#protocol/time.ts'
import { Ledger } from '#server/wallet/ledger/ledger.ts'
import { openDatabase } from '#server/database/open.ts'
import { memberWith, newKey, signInMemberWith } from './ledger-members.ts'
import { silentLog } from './logs.ts'

const MEMBERS = 3
const FIRST_COINS = 100_000
const AT_ONCE = 4

export interface KillReport {
  readonly kind: 'members' | 'asked' | 'confirmed' | 'rolled up'
  readonly members?: readonly string[]
  /** Members without a password, whose postings are rolled up. */
  readonly crowd?: readonly string[]
  readonly key?: string
  readonly memberId?: string
  readonly count?: number
  readonly order?: string
}

/** Gifts of the crowd are older than the age of roll-up. */
const CROWD_AGE_MS = 2 * HOUR_MS

/**
 * Posts gifts on the database of a folder and rolls up those of the crowd, until it is killed. Reports each gift of the
 * other members before and after, and each roll-up.
 */
export async function run(folder: string): Promise<void> {
  const send = (report: KillReport): Promise<void> =>
    new Promise((resolve, reject) =>
      process.send?.(report, (error: Error | null) => (error ? reject(error) : resolve())),
    )
  const store = await openDatabase({ dataDirectory: folder, log: silentLog })
  const ledger = new Ledger(store, { now: Date.now })
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => signInMemberWith(store, FIRST_COINS)))
  const crowd = await Promise.all(Array.from({ length: MEMBERS }, () => memberWith(store, FIRST_COINS)))
  await send({ kind: 'members', members, crowd })
  const post = async (): Promise<never> => {
    for (;;) {
      const memberId = members[Math.floor(Math.random() * MEMBERS)] ?? ''
      const command = { memberId, count: 1 + Math.floor(Math.random() * 3), key: newKey() }
      await send({ kind: 'asked', ...command })
      const sent = await ledger.sendGift({
        memberId,
        anchorRoomId: 'kill',
        chatRoomNo: 'kill',
        giftId: 1,
        count: command.count,
        comboId: 'combo-kill',
        idempotencyKey: command.key,
      })
      if (!sent.ok) throw new Error(sent.message)
      await send({ kind: 'confirmed', ...command, order: sent.data.giftOrderNo })
    }
  }
  const crowdLedger = new Ledger(store, { now: () => Date.now() - CROWD_AGE_MS })
  const giveAndRollUp = async (memberId: string): Promise<never> => {
    for (let gift = 0; ; gift += 1) {
      const sent = await crowdLedger.sendGift({
        memberId,
        anchorRoomId: 'kill-crowd',
        chatRoomNo: 'kill',
        giftId: 1,
        count: 1,
        comboId: `combo-${gift}`,
        idempotencyKey: newKey(),
      })
      if (!sent.ok) throw new Error(sent.message)
      await crowdLedger.markDelivered([sent.data.giftOrderNo])
      const memberIds = [...members, ...crowd]
      if (gift % 4 === 3) {
        const number = crowd.indexOf(memberId)
        if ((await ledger.rollUp({ number, memberIds }, Date.now(), 1)) > 0) await send({ kind: 'rolled up' })
      }
    }
  }
  await Promise.all([...Array.from({ length: AT_ONCE }, post), ...crowd.map(giveAndRollUp)])
}
