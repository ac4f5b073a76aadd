import type { LiveAnchorView, LiveRoomDetail } from '#protocol/console/rooms.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import { openDatabase } from '#server/database/open.ts'
import { Members } from '#server/members/members.ts'
import { silentLog } from '../../support/logs.ts'
import { testPasswords } from '../../support/passwords.ts'
import { borrowTestDatabase } from '../../support/store.ts'
import { createTestInstallation } from './app-support.ts'
import { codeOf, ConsoleClient, ORIGIN, PASSWORD } from '../console/console-support.ts'

export const PRODUCTION_SECRET = 'a secret of this test, which is long enough'

/** Sends calls of a console client to a server. */
export function consoleSend(url: string) {
  return async (path: string, body: string, headers: Record<string, string | undefined>) => {
    const response = await fetch(url + path, {
      method: 'POST',
      body,
      headers: {
        ...(headers as Record<string, string>),
        origin: ORIGIN,
        'x-console': '1',
        'content-type': 'application/json',
      },
    })
    return { status: response.status, body: await response.text(), cookie: response.headers.get('set-cookie') }
  }
}

/** Creates the first operator with the set-up link in the start report. */
export async function completeSetup(url: string, notes: readonly string[]): Promise<ConsoleClient> {
  const root = new ConsoleClient(consoleSend(url))
  const token = notes.at(-1)?.split('#')[1] ?? ''
  const site = { siteName: '绿茵直播', siteId: 5009, timeZone: 'Asia/Shanghai' } as const
  await root.call('setup.complete', { token, name: 'root', password: PASSWORD, site })
  const { secret } = (await root.call('factor.enrol', {})).data
  await root.call('factor.confirm', { code: codeOf(secret, Date.now()) })
  return root
}

/** Creates an anchor and its room, which has begun. */
export async function createLiveRoom(
  root: ConsoleClient,
  nick: string,
): Promise<{ anchor: LiveAnchorView; room: LiveRoomDetail }> {
  const { anchor } = (await root.call('anchor.create', { nick, account: null, maxKbps: 6_000 })).data
  const startsAt = Date.now() - MINUTE_MS
  const show = { anchorId: anchor.id, title: `${nick}的直播间`, intro: '', startsAt }
  return { anchor, room: (await root.call('room.create', show)).data.room }
}

/** A production server on PostgreSQL with its first operator. */
export async function startProduction(environment: Record<string, string> = {}) {
  const installation = createTestInstallation()
  const database = await borrowTestDatabase()
  const production = {
    MODE: 'production',
    DATABASE_URL: database.url.href,
    SECRET: PRODUCTION_SECRET,
    ALLOWED_ORIGINS: ORIGIN,
  }
  const server = await installation.start({ ...production, ...environment })
  const root = await completeSetup(server.url, server.notes)
  return {
    server,
    root,
    /** Creates a member with the password of the tests. */
    async addMember(name: string): Promise<void> {
      const store = await openDatabase({ databaseUrl: database.url.href, dataDirectory: '', log: silentLog })
      const members = new Members(store, { now: Date.now, passwords: testPasswords() })
      const member = { password: 'Play2026x', vipLevel: 1, level: 1, siteId: 5009, coins: 0 }
      await members.ensure([{ ...member, name, nickname: name }])
      await store.close()
    },
    async stop(): Promise<void> {
      await server.close()
      await database.release()
      installation.remove()
    },
  }
}

export type Production = Awaited<ReturnType<typeof startProduction>>
