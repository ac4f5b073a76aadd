import { timingSafeEqual } from 'node:crypto'
import { CODES, failureOf } from '#protocol/codes.ts'
import { success } from '#protocol/result.ts'
import type { Handlers } from '../http/calls/context.ts'
import type { Outbox } from '../members/messenger/outbox.ts'
import type { RoomHub } from '../rooms/hub.ts'
import { type CrowdMember, memberForName, speakerFor } from './world/audience.ts'

/** Without a load token (outside demo mode) the call does not exist. */
export function demoCalls(services: {
  /** Members that stand for the names of a recorded log. */
  audience: () => readonly CrowdMember[]
  rooms: RoomHub
  loadToken: string | null
  /** Null outside demo mode. */
  outbox: Pick<Outbox, 'list'> | null
}): Pick<Handlers, 'demo.say' | 'demo.outbox'> {
  const expected = services.loadToken === null ? null : Buffer.from(services.loadToken)
  return {
    'demo.outbox': async () =>
      services.outbox ? success({ list: [...services.outbox.list()] }) : failureOf(CODES.NOT_FOUND),
    'demo.say': async ({ loadToken, chatRoomNo, messages }) => {
      const given = Buffer.from(loadToken)
      if (!expected || given.length !== expected.length || !timingSafeEqual(given, expected)) {
        return failureOf(CODES.NOT_FOUND)
      }
      const room = services.rooms.room(chatRoomNo)
      const venueName = services.rooms.venueNameOf(chatRoomNo)
      const results = await Promise.all(
        messages.map(({ user, cid, text }) =>
          services.rooms.chat.say(room, speakerFor(memberForName(services.audience(), user), venueName, true), {
            cid,
            text,
          }),
        ),
      )
      const sent = results.flatMap((result) => (result.ok ? [result.data.seq] : []))
      return success({
        accepted: sent.length,
        refused: results.length - sent.length,
        lastSeq: sent.reduce((highest, seq) => Math.max(highest, seq), 0),
      })
    },
  }
}
