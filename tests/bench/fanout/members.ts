import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { DAY_MS } from '#protocol/time.ts'
import type { Database } from '#server/database/database.ts'
import { uuidV7 } from '#server/database/uuid-v7.ts'
import { newKey } from '../../support/ledger-members.ts'
import { SealedClient, sendTo } from '../../support/sealed-client.ts'
import type { FrameBook } from './viewer.ts'
import { Viewer } from './viewer.ts'

const DEVICE = 'bench-device-0001'
/** Sockets that open concurrently. */
const JOINING = 50

export interface BenchMember {
  readonly memberId: string
  readonly token: string
}

/** Inserts members with sessions. None of them has a password that anybody knows. */
export async function insertMembers(store: Database, count: number): Promise<BenchMember[]> {
  const now = Date.now()
  const members = Array.from({ length: count }, () => ({
    memberId: uuidV7(now),
    token: randomBytes(32).toString('base64url'),
  }))
  const rows = members.map(({ memberId, token }, n) => ({
    memberId,
    n,
    session: uuidV7(now),
    hash: createHash('sha256').update(token).digest('hex'),
  }))
  const at = new Date(now).toISOString()
  const until = new Date(now + DAY_MS).toISOString()
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("memberId" uuid, n integer, session uuid, hash text)`
  await store.db
    .execute(sql`insert into member (id, name, public_id, nickname, avatar, site_id, currency, pwd_hash, created_at)
    select r."memberId", 'bench' || n, 'bench' || n, '看客' || n, '', 5009, 'CNY', 'none', ${at} from ${given}`)
  await store.db.execute(sql`insert into session (id, member_id, token_hash, device_id, client_type, client_class, ip,
      created_at, last_seen, expires_at)
    select r.session, r."memberId", r.hash, ${DEVICE}, 1, 'browser', '10.0.0.1', ${at}, ${at}, ${until} from ${given}`)
  return members
}

/** A client with its own address, so that the limits of one address do not apply. The server trusts its proxy. */
export async function connectFrom(url: string, number: number): Promise<SealedClient> {
  const html = await (await fetch(`${url}/`)).text()
  const identity = /<meta name="grandstand-identity" content="([^"]+)"/.exec(html)?.[1] ?? ''
  const http = { 'x-forwarded-for': `10.0.${number}.1` }
  const client = await SealedClient.connect(sendTo(url), { siteId: 5009, identity, http })
  client.uuid = DEVICE
  return client
}

/** Options of a call of a member. */
export function headersOf(member: BenchMember) {
  return { headers: { token: member.token, 'idempotency-key': newKey() }, http: addressOf(member) }
}

/** Every member has an address. */
export function addressOf({ memberId }: BenchMember): Record<string, string> {
  const number = Number.parseInt(memberId.slice(-6), 16)
  return { 'x-forwarded-for': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}` }
}

interface JoinOptions {
  readonly port: number
  readonly chatRoomNo: string
  readonly book: FrameBook
  /** The client that makes the call of a member. */
  readonly clientOf: (index: number) => SealedClient
}

/**
 * Lets members join a room, each with a socket of its own. Returns them with the key of the room's frames.
 *
 * @throws if the room refuses one
 */
export async function joinRoom(
  members: readonly BenchMember[],
  { port, chatRoomNo, book, clientOf }: JoinOptions,
): Promise<{ readonly viewers: Viewer[]; readonly roomKey: string }> {
  const viewers: Viewer[] = []
  let key = ''
  for (let from = 0; from < members.length; from += JOINING) {
    const some = members.slice(from, from + JOINING)
    // oxlint-disable-next-line no-await-in-loop -- some at once
    const joining = await Promise.all(
      some.map(async (member, index) => {
        const { data } = await clientOf(from + index).call('chatroom.anonJoin', { chatRoomNo }, headersOf(member))
        const { ticket, roomKey } = ENDPOINTS['chatroom.anonJoin'].data.parse(data)
        key = roomKey
        return new Viewer(port, ticket, book, addressOf(member))
      }),
    )
    // oxlint-disable-next-line no-await-in-loop -- as above
    for (const ack of await Promise.all(joining.map(({ joined }) => joined))) {
      if (!ack.includes('"ok":true')) throw new Error(`a viewer was refused: ${ack.slice(0, 200)}`)
    }
    viewers.push(...joining)
  }
  return { viewers, roomKey: key }
}
