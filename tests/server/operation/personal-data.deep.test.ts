import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CLIENT_TYPES } from '#protocol/headers.ts'
import { MSG_TYPES } from '#protocol/room/kinds.ts'
import { CODES } from '#protocol/codes.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { anchorFollow, memberAddress, memberMaterial } from '#server/database/schema/profile.ts'
import { member } from '#server/database/schema/member.ts'
import { chatAudit, chatMute, chatReport } from '#server/database/schema/room.ts'
import { passkey } from '#server/database/schema/security.ts'
import { uuidV7 } from '#server/database/uuid-v7.ts'
import { Ledger } from '#server/wallet/ledger/ledger.ts'
import { ContactCipher, MemberContacts } from '#server/members/contact.ts'
import { Members } from '#server/members/members.ts'
import { eraseMember, ERASED_NAME } from '#server/operation/personal-data/erase-member.ts'
import { exportMember } from '#server/operation/personal-data/export-member.ts'
import { PERSONAL_TABLES } from '#server/operation/personal-data/personal-tables.ts'
import { MemberSecurity } from '#server/members/security/member-security.ts'
import { SecurityLog } from '#server/members/security/security-log.ts'
import { Sessions } from '#server/members/sessions/sessions.ts'
import { Uploads } from '#server/members/uploads/uploads.ts'
import { runOperation } from '#server/operation/main.ts'
import { authorOf } from '#server/rooms/author.ts'
import { EntryRepository } from '#server/rooms/log/entries.ts'
import { RoomLog } from '#server/rooms/log/log.ts'
import { prepareDataFolder } from '../../support/data-folder.ts'
import { expectInvariants } from '../../support/ledger.ts'
import { newKey } from '../../support/ledger-members.ts'
import { testLog } from '../../support/logs.ts'
import { testPasswords } from '../../support/passwords.ts'
import { openTestStore, STORE_KINDS } from '../../support/store.ts'

const NOW = Date.UTC(2026, 10, 26, 4)
const SECRET = 'the secret of the personal data of this test'
const cipher = new ContactCipher(SECRET)
const log = testLog()
const now = (): number => NOW

/** Everything that identifies the member, and must not be found after the erasure. */
const PERSONAL = {
  name: 'linxiaoyu',
  nickname: '林小雨的昵称',
  realName: '林小雨',
  phone: '13812345678',
  email: 'xiaoyu.lin@example.com',
  street: '文三路 477 号',
  wechat: 'wx-xiaoyu',
  usdt: 'TUKFzqVwVXgbkRU8FwuhcNAUazEUey5M2T',
  device: 'device-of-xiaoyu',
  address: '203.0.113.77',
  message: '我住在文三路',
}
const PICTURE = new Uint8Array([1, 2, 3, 250])

/** A member with rows in all tables, another one, and their room `r1`. */
async function populate(database: Database) {
  const members = new Members(database, { now, passwords: testPasswords() })
  const made = await members.ensure(
    [PERSONAL.name, 'another'].map((name) => ({
      name,
      password: 'Play2026x',
      vipLevel: 2,
      level: 3,
      siteId: 5009,
      coins: 500,
      nickname: name === PERSONAL.name ? PERSONAL.nickname : '另一个人',
    })),
  )
  const [person, other] = made.map((one) => ({ memberId: one.memberId, userId: one.member.userId, member: one.member }))
  if (!person || !other) throw new Error('no member was made')
  const { memberId } = person
  const client = { deviceId: PERSONAL.device, clientType: CLIENT_TYPES.web, address: PERSONAL.address }
  await database.db
    .update(member)
    .set({ realName: PERSONAL.realName, birthDate: '1990-02-03' })
    .where(eq(member.id, memberId))
  const contacts = new MemberContacts(database, cipher)
  await contacts.bind(memberId, { kind: 'phone', areaCode: '86', phone: PERSONAL.phone })
  await contacts.bind(memberId, { kind: 'email', email: PERSONAL.email })
  await new MemberSecurity(database, { now, cipher }).addUsdtAddress(memberId, 'TRC20', PERSONAL.usdt)
  await new SecurityLog(database, { now }).add(memberId, 'phone-bound', client)
  const sessions = new Sessions(database, { now, log })
  await sessions.create(memberId, client)
  await new Uploads(database, { now }).add(memberId, 'proof', [{ type: 'image/png', bytes: PICTURE }])
  await database.db.insert(memberMaterial).values({ memberId, wechat: PERSONAL.wechat })
  const place = { province: '浙江省', city: '杭州市', detail: PERSONAL.street, isDefault: true, createdAt: NOW }
  await database.db
    .insert(memberAddress)
    .values({ id: uuidV7(NOW), memberId, receiver: PERSONAL.realName, areaCode: '86', phone: PERSONAL.phone, ...place })
  await database.db.insert(anchorFollow).values({ memberId, anchorKey: 'anchor', followedAt: NOW })
  const key = { publicKey: 'key', counter: 0, transports: [], label: PERSONAL.device, createdAt: NOW }
  await database.db.insert(passkey).values({ id: 'passkey', memberId, ...key })
  const mute = { chatRoomNo: 'r1', until: NOW + 1, reason: '', byMemberId: other.memberId, createdAt: NOW }
  await database.db.insert(chatMute).values({ id: uuidV7(NOW), memberId, ...mute })
  await database.db
    .insert(chatReport)
    .values({ chatRoomNo: 'r1', entryId: 'x', memberId, reason: 'flood', note: PERSONAL.message, at: NOW })
  for (const target of [
    { userId: person.userId, memberName: PERSONAL.nickname },
    { ids: ['x'], memberName: PERSONAL.nickname },
  ]) {
    const action = { chatRoomNo: 'r1', actorMemberId: other.memberId, action: 'mute', at: NOW }
    await database.db.insert(chatAudit).values({ id: uuidV7(NOW), target, ...action })
  }
  const ledger = new Ledger(database, { now: () => NOW + 1 })
  const gift = { memberId, anchorRoomId: 'a1', chatRoomNo: 'r1', giftId: 2, count: 5, comboId: 'combo-of-five' }
  await ledger.sendGift({ ...gift, idempotencyKey: newKey() })

  const room = new RoomLog(new EntryRepository(database), now)
  await room.open('r1', null)
  const author = authorOf(person.member)
  const [said] = await room.append('r1', [{ kind: 'text', data: { text: PERSONAL.message }, author }])
  const reply = { id: said?.id ?? '', memberName: PERSONAL.nickname, text: PERSONAL.message }
  await room.append('r1', [
    { kind: 'text', data: { text: '你好', reply }, author: authorOf(other.member) },
    { kind: 'welcome', data: { text: '进入直播间' }, author },
    { kind: 'notice', data: { text: `${PERSONAL.nickname} 送出金杯` }, author },
    { kind: 'mute', data: { userId: person.userId, memberName: PERSONAL.nickname, until: null, reason: '' } },
  ])
  return { person, other, members, sessions, room }
}

/** All rows of all tables as one text. */
async function everything(database: Database): Promise<string> {
  const { rows: tables } = await database.db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await database.db.execute(sql`select row_to_json(one)::text from ${sql.identifier(name)} one`)
      return JSON.stringify(rows)
    }),
  )
  return texts.join('\n')
}

const found = (text: string): string[] =>
  Object.entries(PERSONAL).flatMap(([what, value]) => (text.includes(value) ? [what] : []))

describe.each(STORE_KINDS)('personal data on %s', (kind) => {
  let store: Database
  beforeEach(async () => {
    store = await openTestStore(kind)
  })
  afterEach(() => store.close())

  it('are listed for every column that names a member', async () => {
    const { rows } = await store.db.execute<{ name: string }>(sql`
      select table_name || '.' || column_name as name from information_schema.columns join information_schema.tables
        using (table_schema, table_name)
      where table_schema = 'public'
        and table_type = 'BASE TABLE' and (column_name ~ '(member_id|user_id|owner_id|ref_id)$' or column_name in ('invited_by', 'lifted_by')) order by 1`)
    // They belong to other rows, and name nobody after the erasure.
    const otherReferences = ['member.invited_by', 'chat_mute.by_member_id', 'chat_mute.lifted_by', 'ledger_tx.ref_id']
    const listed = [...PERSONAL_TABLES.map(({ table, key }) => `${table}.${key}`), ...otherReferences]
    expect(rows.map(({ name }) => name).filter((name) => !listed.includes(name))).toEqual([])
    expect(listed).toContain('member.id')
  })

  it('are exported completely, readable, and without secrets', async () => {
    const { person, sessions } = await populate(store)
    const { db } = store
    const data = await exportMember(db, person.memberId, { cipher, now: NOW })
    expect(data).toMatchObject({
      format: 'grandstand-member',
      contacts: {
        phone: { areaCode: '86', phone: PERSONAL.phone },
        email: { email: PERSONAL.email },
      },
      usdtAddresses: [PERSONAL.usdt],
      ledger: [
        { type: 'coin-grant', amount: 500 },
        { type: 'gift', amount: -50, balance_after: 450 },
      ],
      tables: {
        upload: [{ type: 'image/png', bytes: '\\x010203fa' }],
        anchor_follow: [{ anchor_key: 'anchor' }],
        gift_order: [{ total: 50 }],
        account: [{ balance: 450 }],
      },
    })
    const text = JSON.stringify(data)
    expect(found(text)).toEqual(Object.keys(PERSONAL))
    const { rows } = await db.execute<{ secret: string }>(sql`
      select unnest(array[pwd_hash, phone_enc, phone_hash, email_hash]) as secret from member where id = ${person.memberId}
      union all select token_hash from session`)
    expect(rows.length).toBe(5)
    expect(rows.filter(({ secret }) => text.includes(secret))).toEqual([])
    expect(await exportMember(db, '0190a000-0000-7000-8000-000000000009', { cipher, now: NOW })).toBeNull()
    sessions.close()
  })

  it.each([
    ['stopped', false],
    ['running', true],
  ])('are erased everywhere while the server is %s, and money stays', async (_, isRunning) => {
    const { person, other, members, sessions, room } = await populate(store)
    expect(found(await everything(store)).length).toBeGreaterThan(7)
    const entries: string[] = []
    room.onAppend((__, appended) => entries.push(...appended.map(({ kind: entryKind }) => entryKind)))
    const ended: number[] = []
    sessions.onEnd((__, code) => ended.push(code))
    const running = isRunning ? { sessions, members, rooms: { has: (no: string) => no === 'r1', log: room } } : null
    const options = { passwords: testPasswords(), now: NOW, operator: null, running }
    expect(await eraseMember(store, person.memberId, options)).toBe(true)

    expect(found(await everything(store))).toEqual([])
    await expectInvariants(store)
    const { rows } = await store.db.execute(sql`
      select a.balance, m.status, m.nickname, (m.pwd_hash is not null) as "isPermanent" from account a join member m on m.id::text = a.owner_id
      where m.id = ${person.memberId}`)
    expect(rows).toEqual([{ balance: 450, status: '0', nickname: ERASED_NAME, isPermanent: true }])
    const { rows: kinds } = await store.db.execute<{ kind: number }>(
      sql`select kind from room_entry where chat_room_no = 'r1' order by seq`,
    )
    expect(kinds.map((row) => row.kind).slice(0, 5)).toEqual(
      (['delete', 'text', 'welcome', 'notice', 'mute'] as const).map((name) => MSG_TYPES[name]),
    )
    // A running server tells its viewers and ends the session.
    expect(entries).toEqual(isRunning ? ['delete'] : [])
    expect(ended).toEqual(isRunning ? [CODES.AUTH_ERROR] : [])

    expect(await members.checkPassword(PERSONAL.name, 'Play2026x')).toBeNull()
    expect(await members.profile(other.memberId)).toMatchObject({ nickname: '另一个人' })
    expect(await new MemberContacts(store, cipher).ownerOf(5009, { kind: 'email', email: PERSONAL.email })).toBeNull()
    const { rows: audit } = await store.db.execute(sql`select actor, action, target from audit_log`)
    expect(audit).toEqual([{ actor: '', action: 'member.erase', target: `member ${person.memberId}` }])

    // Again, as after a failure.
    expect(await eraseMember(store, person.memberId, options)).toBe(true)
    expect(await eraseMember(store, '0190a000-0000-7000-8000-000000000009', options)).toBe(false)
    sessions.close()
  })
})

describe('the commands', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'grandstand-member-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const environment = { MODE: 'demo', DATA_DIR: path.join(folder, 'data'), SECRET, LOG_LEVEL: 'silent' }
  async function command(...args: readonly string[]) {
    let printed = ''
    const print = (text: string): void => void (printed += text)
    return { code: await runOperation(args, environment, { out: print, err: print }), printed }
  }

  it('export and erase a member by the sign-in name', async () => {
    await prepareDataFolder(environment.DATA_DIR)
    const database = await openDatabase({ dataDirectory: environment.DATA_DIR, log })
    const { sessions } = await populate(database)
    sessions.close()
    await database.close()
    const file = path.join(folder, 'member.json')
    expect(await command('member-export', ' LinXiaoyu', file)).toMatchObject({ code: 0 })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ usdtAddresses: [PERSONAL.usdt] })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await command('member-export', PERSONAL.name, file)).toMatchObject({
      code: 1,
      printed: expect.stringContaining('exists') as string,
    })
    expect(await command('member-erase', PERSONAL.name)).toMatchObject({ code: 0 })
    expect(await command('member-erase', PERSONAL.name)).toEqual({
      code: 1,
      printed: `There is no member ${PERSONAL.name}\n`,
    })
    expect(await command('member-erase')).toMatchObject({ code: 2 })
    const after = await openDatabase({ dataDirectory: environment.DATA_DIR, log })
    expect(found(await everything(after))).toEqual([])
    await after.close()
  })
})
