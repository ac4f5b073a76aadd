import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { ConsoleAudience } from '#protocol/console/messages.ts'
import type { ConsoleRequestOf } from '#protocol/console/table.ts'
import { INBOX_KINDS, MESSAGE_TEXT_MAX } from '#protocol/inbox-limits.ts'
import { RESTORE_MS } from '#protocol/endpoints/account/message.ts'
import { type DataOf, type EndpointName, ENDPOINTS, type RequestOf } from '#protocol/endpoints/table.ts'
import { type MessageNew, NAMESPACES, SOCKET_PATH } from '#protocol/room/server-events.ts'
import { messageCalls } from '#server/calls/account/message.ts'
import { member } from '#server/database/schema/member.ts'
import { sendPrivateMessage } from '#server/members/inbox/inbox.ts'
import type { MessageAudience } from '#server/members/inbox/message-events.ts'
import { memberWith } from '../../support/ledger-members.ts'
import { SealedClient, sendInto } from '../../support/sealed-client.ts'
import { SHORT_KINDS } from '../../support/store.ts'
import { connectTo, signIn } from '../app/app-support.ts'
import { runTestServer } from '../app/run-test-server.ts'
import { type ConsoleClient, openTestConsole, type TestConsole } from '../console/console-support.ts'
import { createTestRouter, type TestRouter } from '../http/router-support.ts'

const PAGE = { pageNum: 1, pageSize: 20 }
const HOSTILE = '<img src=x onerror=alert(1)><script>alert(2)</script>{{7*7}}'

describe.each(SHORT_KINDS)('messages to members on %s', (storeKind) => {
  let console: TestConsole
  let root: ConsoleClient
  let router: TestRouter
  const pushed: { audience: MessageAudience; change: MessageNew }[] = []

  beforeAll(async () => {
    console = await openTestConsole(storeKind)
    root = (await console.setUp()).client
    const { services } = console
    services.messageEvents.listen((audience, change) => pushed.push({ audience, change }))
    const clock = { get now() { return console.clock.now() } } // prettier-ignore
    router = await createTestRouter({
      handlers: messageCalls(services),
      find: (token, deviceId) => services.sessions.find(token, deviceId),
      clock,
    })
  }, 120_000)
  afterAll(async () => {
    await router.app.close()
    await console.close()
  })

  async function join(vipLevel = 1) {
    const { database, services, clock } = console
    clock.move(1_000)
    const memberId = await memberWith(database, 0, () => clock.now())
    const [row] = await database.db
      .update(member)
      .set({ vipLevel })
      .where(eq(member.id, memberId))
      .returning({ userId: member.publicId })
    const client = await SealedClient.connect(sendInto(router.app), { now: () => clock.now() })
    client.uuid = `device-${memberId}`
    const options = { deviceId: client.uuid, clientType: 1, address: '192.0.2.1' } as const
    client.token = (await services.sessions.create(memberId, options)).token
    return { memberId, userId: row?.userId ?? '', client }
  }
  type Joined = Awaited<ReturnType<typeof join>>

  async function data<Name extends EndpointName>(client: SealedClient, name: Name, params: RequestOf<Name>) {
    const response = await client.call(name, params)
    expect([name, response.code]).toEqual([name, 0])
    return ENDPOINTS[name].data.parse(response.data) as DataOf<Name>
  }

  const send = async (to: ConsoleAudience, more: Partial<ConsoleRequestOf<'inbox.send'>> = {}, by = root) => {
    console.clock.move(1_000)
    const response = await by.call('inbox.send', {
      id: randomUUID(),
      kind: 'public',
      audience: to,
      title: '系统维护',
      content: '今晚两点维护',
      jumpUrl: '',
      publishAt: null,
      reason: '通知会员',
      ...more,
    })
    return response
  }
  const sent = async (...given: Parameters<typeof send>) => {
    const response = await send(...given)
    expect([response.code, response.msg]).toEqual([0, expect.anything()])
    return response.data.message.id
  }
  const titles = async ({ client }: Joined) =>
    (await data(client, 'publicMessage.list', PAGE)).list.map(({ title }) => title)
  const counts = async ({ client }: Joined) => {
    const { until: _, ...unread } = await data(client, 'message.unread', {})
    return unread
  }

  it('S1.25 S3.11 S7.89 S7.94 Annex D.6 lists each kind with the fields of a message', async () => {
    const me = await join()
    for (const kind of INBOX_KINDS) {
      await sent({ type: 'member', userId: me.userId }, { kind, title: kind, jumpUrl: '/app/vip' })
    }
    for (const kind of INBOX_KINDS) {
      const { list, total, pageNum, pageSize } = await data(me.client, `${kind}Message.list`, PAGE)
      expect([total, pageNum, pageSize]).toEqual([1, 1, 20])
      expect(list).toMatchObject([{ kind, title: kind, isRead: false, isTop: false, jumpUrl: '/app/vip' }])
      const id = list[0]?.id ?? ''
      expect(await data(me.client, `${kind}Message.detail`, { id })).toMatchObject({ content: '今晚两点维护' })
    }
    expect(await counts(me)).toEqual({ public: 1, private: 1, notice: 1 })
  })

  it('reaches all members, a grade or one member, and nobody who registered later', async () => {
    const [low, high] = [await join(1), await join(6)]
    await sent({ type: 'all' }, { title: 'all' })
    await sent({ type: 'grade', min: 5, max: 7 }, { title: 'grade' })
    await sent({ type: 'member', userId: low.userId }, { title: 'own' })
    console.clock.move(1_000)
    const late = await join(6)
    expect(await titles(low)).toEqual(['own', 'all'])
    expect(await titles(high)).toEqual(['grade', 'all'])
    expect(await titles(late)).toEqual([])
    const audiences = pushed.filter(({ change }) => change.isNew).slice(-3)
    expect(audiences.map(({ audience }) => audience)).toEqual([
      { type: 'all' },
      { type: 'grade', min: 5, max: 7 },
      { type: 'member', memberId: low.memberId },
    ])
    const { members } = (await root.call('inbox.count', { audience: { type: 'grade', min: 5, max: 7 } })).data
    expect(members).toBeGreaterThanOrEqual(2)
  })

  it('S7.90 S7.92 reads and pins a message for this member only, and notifies the other devices', async () => {
    const [me, other] = [await join(), await join()]
    const first = await sent({ type: 'all' }, { title: 'first' })
    await sent({ type: 'all' }, { title: 'second' })
    pushed.length = 0
    await data(me.client, 'publicMessage.read', { id: first })
    await data(me.client, 'publicMessage.read', { id: first })
    await data(me.client, 'publicMessage.sticky', { id: first, top: true })
    expect(await titles(me)).toEqual(['first', 'second'])
    expect(await titles(other)).toEqual(['second', 'first'])
    expect([(await counts(me)).public, (await counts(other)).public]).toEqual([1, 2])
    expect(pushed.map(({ audience, change }) => [audience, change.isNew, change.id])).toEqual(
      Array.from({ length: 3 }, () => [{ type: 'member', memberId: me.memberId }, false, first]),
    )
    await data(me.client, 'publicMessage.sticky', { id: first, top: false })
    expect(await titles(me)).toEqual(['second', 'first'])
  })

  it('S7.91 deletes messages, takes a deletion back within a minute, and not later', async () => {
    const me = await join()
    const [one, two] = [await sent({ type: 'all' }, { title: 'one' }), await sent({ type: 'all' }, { title: 'two' })]
    await data(me.client, 'publicMessage.delete', { id: one })
    expect((await me.client.call('publicMessage.detail', { id: one })).code).toBe(CODES.NOT_FOUND)
    expect(await data(me.client, 'message.restore', { ids: [one] })).toEqual({ restored: [one] })
    expect(await titles(me)).toEqual(['two', 'one'])
    const unknown = randomUUID()
    const both = await data(me.client, 'message.deleteSeveral', { ids: [one, two, unknown] })
    expect(both.deleted.toSorted()).toEqual([one, two].toSorted())
    expect([await titles(me), (await counts(me)).public]).toEqual([[], 0])
    console.clock.move(RESTORE_MS + 1_000)
    expect(await data(me.client, 'message.restore', { ids: [one, two] })).toEqual({ restored: [] })
  })

  it('S7.93 reads and deletes all messages of one kind; later ones are unread', async () => {
    const me = await join()
    for (const kind of INBOX_KINDS) await sent({ type: 'all' }, { kind })
    await data(me.client, 'noticeMessage.oneKeyRead', {})
    expect(await counts(me)).toEqual({ public: 1, private: 1, notice: 0 })
    await data(me.client, 'publicMessage.oneKeyDelete', {})
    expect(await titles(me)).toEqual([])
    await sent({ type: 'all' }, { title: 'later' })
    await sent({ type: 'all' }, { kind: 'notice' })
    expect(await counts(me)).toEqual({ public: 1, private: 1, notice: 1 })
    expect(await titles(me)).toEqual(['later'])
  })

  it('does not change or show messages of others', async () => {
    const [me, other] = [await join(), await join()]
    const id = await sent({ type: 'member', userId: other.userId }, { kind: 'private' })
    const calls = [
      me.client.call('privateMessage.detail', { id }),
      me.client.call('privateMessage.read', { id }),
      me.client.call('privateMessage.delete', { id }),
      me.client.call('privateMessage.sticky', { id, top: true }),
      // The kind in the path counts.
      other.client.call('noticeMessage.read', { id }),
    ]
    expect((await Promise.all(calls)).map(({ code }) => code)).toEqual(Array(5).fill(CODES.NOT_FOUND))
    expect(await data(me.client, 'message.deleteSeveral', { ids: [id] })).toEqual({ deleted: [] })
    await data(other.client, 'privateMessage.delete', { id })
    expect(await data(me.client, 'message.restore', { ids: [id] })).toEqual({ restored: [] })
    expect(await data(other.client, 'message.restore', { ids: [id] })).toEqual({ restored: [id] })
  })

  it('publishes a scheduled message at its time, and recalls one that is scheduled or published', async () => {
    const me = await join()
    const at = console.clock.now() + 60_000
    const planned = await sent({ type: 'all' }, { title: 'planned', publishAt: at })
    const dropped = await sent({ type: 'all' }, { title: 'dropped', publishAt: at })
    expect((await root.call('inbox.recall', { id: dropped, reason: '写错了' })).code).toBe(0)
    pushed.length = 0
    expect(await titles(me)).toEqual([])
    console.clock.move(60_000)
    await console.services.messageEvents.poll()
    await console.services.messageEvents.poll()
    expect(pushed.map(({ change }) => [change.isNew, change.title])).toEqual([[true, 'planned']])
    expect(await titles(me)).toEqual(['planned'])
    expect((await root.call('inbox.recall', { id: planned, reason: '写错了' })).code).toBe(0)
    expect([await titles(me), (await counts(me)).public]).toEqual([[], 0])
    expect(pushed.at(-1)?.change).toMatchObject({ isNew: false, id: planned, title: '' })
    expect((await root.call('inbox.recall', { id: planned, reason: '写错了' })).code).toBe(CODES.NOT_FOUND)
  })

  it('stores a repeated request of the console once, with its operator and reason in the audit log', async () => {
    const me = await join()
    const id = randomUUID()
    await sent({ type: 'all' }, { id, title: 'once' })
    await sent({ type: 'all' }, { id, title: 'twice' })
    expect(await titles(me)).toEqual(['once'])
    const { list } = (await root.call('audit.list', { target: `message ${id}` })).data
    expect(list.map(({ action, after }) => [action, (after as { reason: string }).reason])).toEqual(
      Array.from({ length: 2 }, () => ['inbox.send', '通知会员']),
    )
    const listed = (await root.call('inbox.list', {})).data.list.find((one) => one.id === id)
    expect(listed).toMatchObject({ title: 'once', audience: { type: 'all' }, readers: 0 })
    await data(me.client, 'publicMessage.read', { id })
    expect((await root.call('inbox.list', {})).data.list.find((one) => one.id === id)?.readers).toBe(1)
  })

  it('S1.25 lists in the console what operators have sent, and not the messages of the system', async () => {
    const { memberId } = await join()
    const system = { memberId, title: '系统', content: '欢迎', jumpUrl: '', operator: '' }
    await console.database.transaction((tx) => sendPrivateMessage(tx, system, console.clock.now()))
    await sent({ type: 'all' }, { title: '人工' })
    const titlesSent = (await root.call('inbox.list', {})).data.list.map(({ title }) => title)
    expect(titlesSent).toContain('人工')
    expect(titlesSent).not.toContain('系统')
  })

  it('keeps markup as text, and refuses texts of 100 KB, unsafe links, wrong grades and unknown members', async () => {
    const me = await join()
    const id = await sent({ type: 'all' }, { title: HOSTILE.slice(0, 60), content: HOSTILE })
    expect(await data(me.client, 'publicMessage.detail', { id })).toMatchObject({ content: HOSTILE })
    const wrong: [ConsoleAudience, Partial<ConsoleRequestOf<'inbox.send'>>][] = [
      [{ type: 'all' }, { content: 'x'.repeat(100 * 1024) }],
      [{ type: 'all' }, { content: 'x'.repeat(MESSAGE_TEXT_MAX + 1) }],
      [{ type: 'all' }, { title: ' ' }],
      [{ type: 'all' }, { jumpUrl: 'javascript:alert(1)' }],
      [{ type: 'all' }, { jumpUrl: '//evil.example' }],
      [{ type: 'grade', min: 6, max: 5 }, {}],
      [{ type: 'member', userId: 'nobody' }, {}],
    ]
    for (const [to, more] of wrong) expect((await send(to, more)).code).toBe(CODES.PARAM_ERROR)
    const bad = { ids: Array.from({ length: 201 }, () => randomUUID()) }
    expect((await me.client.call('message.deleteSeveral', bad)).code).toBe(CODES.PARAM_ERROR)
    expect((await me.client.call('publicMessage.read', { id: "' or 1=1 --" })).code).toBe(CODES.PARAM_ERROR)
  })
})

describe('messages on a running server', () => {
  const server = runTestServer()

  it('S7.90 Annex D.6 sends message:new to every tab of the member when one reads messages', async () => {
    const client = await connectTo(server())
    await signIn(client, 'fan001')
    const tabs = await Promise.all(
      [1, 2].map(async () => {
        const { data } = await client.call('chatroom.webJoin', { chatRoomNo: 'site' })
        const options = { path: SOCKET_PATH, transports: ['websocket'], reconnection: false }
        const socket = io(server().url + NAMESPACES.web, options)
        const { ticket } = data as DataOf<'chatroom.webJoin'>
        expect(await socket.emitWithAck('join', { ticket })).toMatchObject({ ok: true })
        return { socket, change: new Promise<MessageNew>((resolve) => socket.once('message:new', resolve)) }
      }),
    )
    try {
      expect((await client.call('noticeMessage.oneKeyRead', {})).code).toBe(0)
      const changes = await Promise.all(tabs.map(({ change }) => change))
      expect(changes).toMatchObject(Array.from({ length: 2 }, () => ({ isNew: false, kind: 'notice' })))
    } finally {
      for (const { socket } of tabs) socket.disconnect()
    }
  })
})
