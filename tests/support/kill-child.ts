import { Ledger } from '#server/ledger/ledger.ts'
import { openDatabase } from '#server/database/open.ts'
import { memberWith, newKey } from './ledger-members.ts'
import { silentLog } from './logs.ts'

const MEMBERS = 3
const FIRST_COINS = 100_000
const AT_ONCE = 4

export interface KillReport {
  readonly kind: 'members' | 'asked' | 'confirmed'
  readonly members?: readonly string[]
  readonly key?: string
  readonly memberId?: string
  readonly count?: number
  readonly order?: string
}

/** Posts gifts on the database of a folder until it is killed. Reports each one before and after. */
export async function run(folder: string): Promise<void> {
  const send = (report: KillReport): Promise<void> =>
    new Promise((resolve, reject) =>
      process.send?.(report, (error: Error | null) => (error ? reject(error) : resolve())),
    )
  const store = await openDatabase({ dataDirectory: folder, log: silentLog })
  const ledger = new Ledger(store, { now: Date.now })
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => memberWith(store, FIRST_COINS)))
  await send({ kind: 'members', members })
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
  await Promise.all(Array.from({ length: AT_ONCE }, post))
}
