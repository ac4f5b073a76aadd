import { createDecipheriv } from 'node:crypto'
import { fromBase64Url, toBase64Url } from '#protocol/bytes.ts'
import { CODES } from '#protocol/codes.ts'
import type { Endpoint } from '#protocol/endpoints/endpoint.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import { SITE_ROOM } from '#protocol/room/kinds.ts'
import { SNAPSHOT } from './lt1-room.ts'
import { withoutVerification } from './lt1-safety.ts'
import type { OpenedRequest } from './lt1-seal.ts'
import { siteReply } from './lt1-site.ts'
import type { Reply } from './lt1-seal.ts'
import type { Lt1World } from './lt1-world.ts'

/** Handles one opened call. */
export function replyTo(world: Lt1World, name: EndpointName, endpoint: Endpoint, opened: OpenedRequest): Reply {
  const provoked = world.provokedReply(endpoint.path)
  if (provoked) return provoked
  const { token } = opened.headers
  const unsafe = world.safety.refusal(endpoint.path, opened.headers['risk-token'])
  if (unsafe) return unsafe
  const userId = world.sessions.get(token)
  if (endpoint.access !== 'public' && userId === undefined) return world.refusedFor(token)
  const parsed = endpoint.request.safeParse(
    name === 'verification.verify' ? opened.params : withoutVerification(opened.params),
  )
  if (!parsed.success) return { code: CODES.PARAM_ERROR, data: { fields: parsed.error.issues } }
  // Validated by the endpoint's schema. Each handler declares the fields that it uses.
  const params = parsed.data as never
  switch (name) {
    case 'gateway.getSysTime':
      return { code: 0, data: { time: Math.floor(world.now()) } }
    case 'auth.login':
    case 'auth.webLogin':
      return signIn(world, params, opened.wdKey)
    case 'verification.verify':
      return world.safety.verify(params, world.now())
    case 'auth.session':
      return { code: 0, data: { member: member(userId ?? ''), expireAt: expireAt(world) } }
    case 'auth.logout':
      world.sessions.delete(token)
      return { code: 0, data: {} }
    case 'chatroom.anonJoin':
    case 'chatroom.webJoin':
      return join(world, params)
    case 'chatroom.anonHistory':
    case 'chatroom.webHistory':
      return history(world, params)
    case 'gift.reward':
      return reward(world, params, opened.headers['idempotency-key'] ?? '')
    case 'coin.balance':
      return { code: 0, data: { balance: 1_000 - world.booked.size * 10 } }
    default:
      return siteReply(world, name, params, opened.files) ?? { code: CODES.NOT_FOUND, data: null }
  }
}

function signIn(world: Lt1World, { name, timewd }: { name: string; timewd: string }, wdKey: Uint8Array): Reply {
  const raw = fromBase64Url(timewd)
  const decipher = createDecipheriv('aes-256-cbc', wdKey, raw.subarray(0, 16))
  const text = Buffer.concat([decipher.update(raw.subarray(16)), decipher.final()]).toString('utf8')
  const [password, time] = text.split('|')
  if (password !== 'Play2026x') return { code: CODES.NAME_OR_PASSWORD_WRONG, data: null }
  if (Math.abs(Number(time) - world.now()) > 300_000) return { code: CODES.PARAM_ERROR, data: null }
  const token = toBase64Url(world.backend.random(24))
  world.sessions.set(token, `id-${name}`)
  return { code: 0, data: { token, expireAt: expireAt(world), member: member(`id-${name}`), lastSession: null } }
}

function expireAt(world: Lt1World): number {
  return Math.floor(world.now()) + 3_600_000
}

interface Position {
  readonly epoch: number
  readonly seq: number
}

function join(world: Lt1World, { chatRoomNo, position }: { chatRoomNo: string; position?: Position }): Reply {
  // News of the site: this server is always too busy for them.
  if (chatRoomNo === SITE_ROOM) return { code: CODES.CURRENT_LIMITING_A, data: null }
  if (chatRoomNo === 'no-such-room') return { code: CODES.NOT_FOUND, data: null }
  const room = world.room(chatRoomNo)
  world.serial += 1
  const ticket = `ticket-${String(world.serial).padStart(20, '0')}`
  world.tickets.set(ticket, chatRoomNo)
  const recovered = position !== undefined && room.canResume(position)
  const missed = position === undefined || recovered ? 0 : Math.max(0, room.head - position.seq)
  const { epoch, head, key } = room
  const stored = recovered ? [] : room.history()
  const place = { epoch, seq: head, recovered, missed }
  return { code: 0, data: { chatRoomNo, roomKey: key, ticket, ...place, snapshot: SNAPSHOT, history: stored } }
}

function history(world: Lt1World, params: { chatRoomNo: string; beforeSeq: number; size: number }): Reply {
  const { chatRoomNo, beforeSeq, size } = params
  const room = world.room(chatRoomNo)
  const list = room.numbered(beforeSeq - size, beforeSeq - 1)
  return { code: 0, data: { epoch: room.epoch, list, hasMore: beforeSeq - size > room.oldest } }
}

function reward(world: Lt1World, params: { count: number }, key: string): Reply {
  const content = JSON.stringify(params)
  const first = world.booked.get(key)
  if (first) {
    const isSame = first.content === content
    return { code: isSame ? CODES.DUPLICATE_REQUEST : CODES.IDEMPOTENCY_CONFLICT, data: first.data }
  }
  const balance = 1_000 - (world.booked.size + 1) * 10
  const data = { giftOrderNo: `gift-${key}`, total: 10, balance, comboCount: params.count }
  world.booked.set(key, { content, data })
  return { code: 0, data }
}

function member(userId: string) {
  const level = { vipLevel: 1, level: 1, agentStatus: 0 }
  return { userId, nickname: '看客', avatar: '', ...level, currency: 'CNY', siteId: 5009, tags: [] }
}
