import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { FEEDBACK_OPEN_MAX, FEEDBACK_PER_DAY, FEEDBACK_REPLIES_IN_ROW } from '#protocol/club/feedback.ts'
import type { FeedbackThread } from '#protocol/endpoints/account/feedback.ts'
import { type DataOf, type EndpointName, ENDPOINTS, type RequestOf } from '#protocol/endpoints/table.ts'
import type { MessageNew } from '#protocol/room/server-events.ts'
import { feedbackCalls } from '#server/calls/account/feedback.ts'
import { messageCalls } from '#server/calls/account/message.ts'
import { uploadCalls } from '#server/calls/account/upload.ts'
import { memberWith } from '../../support/ledger-members.ts'
import { SealedClient, sendInto } from '../../support/sealed-client.ts'
import { SHORT_KINDS } from '../../support/store.ts'
import { type ConsoleClient, openTestConsole, type TestConsole } from '../console/console-support.ts'
import { createTestRouter, type TestRouter } from '../http/router-support.ts'

const PAGE = { pageNum: 1, pageSize: 20 }
const HOSTILE = '<img src=x onerror=alert(1)><script>alert(2)</script>{{7*7}}'
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe.each(SHORT_KINDS)('feedback on %s', (storeKind) => {
  let console: TestConsole
  let root: ConsoleClient
  let router: TestRouter
  const pushed: MessageNew[] = []

  beforeAll(async () => {
    console = await openTestConsole(storeKind)
    root = (await console.setUp()).client
    const { services } = console
    services.messageEvents.listen((_audience, change) => pushed.push(change))
    const clock = { get now() { return console.clock.now() } } // prettier-ignore
    router = await createTestRouter({
      handlers: { ...feedbackCalls(services), ...messageCalls(services), ...uploadCalls(services) },
      find: (token, deviceId) => services.sessions.find(token, deviceId),
      clock,
    })
  }, 120_000)
  afterAll(async () => {
    await router.app.close()
    await console.close()
  })

  async function join() {
    const { database, services, clock } = console
    clock.move(1_000)
    const memberId = await memberWith(database, 0, () => clock.now())
    const client = await SealedClient.connect(sendInto(router.app), { now: () => clock.now() })
    client.uuid = `device-${memberId}`
    const options = { deviceId: client.uuid, clientType: 1, address: '192.0.2.1' } as const
    client.token = (await services.sessions.create(memberId, options)).token
    return client
  }

  async function data<Name extends EndpointName>(client: SealedClient, name: Name, params: RequestOf<Name>) {
    const response = await client.call(name, params)
    expect([name, response.code, response.msg]).toEqual([name, 0, expect.anything()])
    return ENDPOINTS[name].data.parse(response.data) as DataOf<Name>
  }

  const submit = (client: SealedClient, more: Partial<RequestOf<'feedback.submit'>> = {}) => {
    console.clock.move(1_000)
    return client.call('feedback.submit', { id: randomUUID(), type: 'idea', content: '夜间模式', images: [], ...more })
  }
  const submitted = async (...given: Parameters<typeof submit>): Promise<FeedbackThread> => {
    const { code, msg, data: thread } = await submit(...given)
    expect([code, msg]).toEqual([0, expect.anything()])
    return ENDPOINTS['feedback.submit'].data.parse(thread)
  }
  const upload = (client: SealedClient, bytes: Uint8Array) =>
    client.call('upload.images', { purpose: 'feedback' }, { files: [{ name: 'a.png', type: 'image/png', bytes }] })
  const queued = async (id: string, status: '0' | '1' | '2' = '0') =>
    (await root.call('feedback.list', { status, type: null })).data.list.find((one) => one.id === id)
  const answer = async (id: string, content: string, isClosed = false) => {
    console.clock.move(1_000)
    const { list } = (await root.call('feedback.list', { status: '0', type: null })).data
    const version = list.find((one) => one.id === id)?.version ?? 0
    return root.call('feedback.answer', { id, version, content, isClosed })
  }
  const unread = async (client: SealedClient) => (await data(client, 'message.unread', {})).private

  it('S1.27 S3.10 S7.88 settled 32: a thread goes from open to replied, open again and closed, and answers count as unread messages', async () => {
    const me = await join()
    const { id } = await submitted(me, { type: 'withdraw', content: '提款一直在审核' })
    expect(await queued(id)).toMatchObject({ type: 'withdraw', content: '提款一直在审核', status: '0', replies: [] })
    pushed.length = 0
    expect((await answer(id, '正在核对')).code).toBe(0)
    expect(pushed).toMatchObject([{ isNew: true, kind: 'private' }])
    expect([await unread(me), (await data(me, 'feedback.list', PAGE)).list[0]?.unread]).toEqual([1, 1])
    const [letter] = (await data(me, 'privateMessage.list', PAGE)).list
    expect(letter).toMatchObject({ content: '正在核对', jumpUrl: `/app/feedback/${id}` })

    await data(me, 'feedback.read', { id })
    expect([await unread(me), (await data(me, 'feedback.detail', { id })).unread]).toEqual([0, 0])
    const replyId = randomUUID()
    // Texts of the same millisecond have no order.
    console.clock.move(1_000)
    await data(me, 'feedback.reply', { id, replyId, content: '还没有到账' })
    const again = await data(me, 'feedback.reply', { id, replyId, content: '还没有到账' })
    expect([again.status, again.replies.map(({ by, content }) => [by, content])]).toEqual([
      '0',
      [
        ['operator', '正在核对'],
        ['member', '还没有到账'],
      ],
    ])
    expect((await answer(id, '已经到账', true)).data.feedback.status).toBe('2')
    await data(me, 'noticeMessage.oneKeyRead', {})
    expect(await unread(me)).toBe(1)
    // Read in the inbox, the answer is read in the feedback too.
    await data(me, 'privateMessage.oneKeyRead', {})
    expect((await data(me, 'feedback.detail', { id })).unread).toBe(0)
    const late = await me.call('feedback.reply', { id, replyId: randomUUID(), content: '谢谢' })
    expect([late.code, late.msg]).toEqual([CODES.LIMIT_EXCEEDED, expect.stringContaining('已经关闭')])
    const { list } = (await root.call('audit.list', { target: `feedback ${id}` })).data
    expect(list.map(({ action }) => action)).toEqual(['feedback.answer', 'feedback.answer'])
  })

  it('S1.27 continues the queue after a thread that has changed since its page was read', async () => {
    const me = await join()
    const { id } = await submitted(me, { type: 'other' })
    await console.database.db.execute(sql`insert into feedback select (jsonb_populate_record(f, jsonb_build_object(
        'id', gen_random_uuid(), 'updated_at', f.updated_at + n * interval '1 second'))).*
      from feedback f, generate_series(1, 30) n where f.id = ${id}`)
    const filter = { status: '0', type: 'other' } as const
    const page = (await root.call('feedback.list', filter)).data
    const last = page.list.at(-1)?.id ?? ''
    await console.database.db.execute(
      sql`update feedback set updated_at = updated_at + interval '1 hour' where id = ${last}`,
    )
    const after = page.next ?? expect.fail('one page')
    const rest = (await root.call('feedback.list', { ...filter, after })).data.list.map((one) => one.id)
    expect(rest.at(-1)).toBe(last)
    expect(new Set([...page.list.map((one) => one.id), ...rest]).size).toBe(31)
    await console.database.db.execute(sql`delete from feedback where type = 'other'`)
  })

  it('S1.27 filters the queue by type, and refuses an answer to what has changed since it was read', async () => {
    const me = await join()
    const { id } = await submitted(me, { type: 'live' })
    const { list } = (await root.call('feedback.list', { status: '0', type: 'live' })).data
    expect(list.map(({ type }) => type)).toEqual(list.map(() => 'live'))
    const version = list.find((one) => one.id === id)?.version ?? 0
    await data(me, 'feedback.reply', { id, replyId: randomUUID(), content: '补充' })
    const stale = await root.call('feedback.answer', { id, version, content: '好的', isClosed: false })
    expect(stale.code).not.toBe(0)
    expect((await data(me, 'feedback.detail', { id })).replies).toHaveLength(1)
    const closed = await root.call('feedback.close', { id, version: version + 1, reason: '重复提交' })
    expect([closed.code, (await data(me, 'feedback.detail', { id })).status]).toEqual([0, '2'])
    expect(await queued(id, '2')).toBeDefined()
  })

  it('S1.27 shows pictures to the member and to operators only, and refuses files that are no pictures and pictures of others', async () => {
    const [me, other] = [await join(), await join()]
    const stored = await upload(me, PNG)
    const images = ENDPOINTS['upload.images'].data.parse(stored.data).list.map((one) => one.id)
    const { id } = await submitted(me, { images })
    expect((await data(me, 'feedback.detail', { id })).images).toEqual(images)
    const shown = await root.call('feedback.picture', { id, image: images[0] ?? '' })
    expect(shown.data).toMatchObject({ type: 'image/png', base64: expect.stringMatching(/^iVBOR/) })
    expect((await root.call('feedback.picture', { id, image: randomUUID() })).code).toBe(CODES.NOT_FOUND)
    expect((await submit(other, { images })).code).toBe(CODES.PARAM_ERROR)
    expect((await submit(me, { images: Array.from({ length: 4 }, () => images[0] ?? '') })).code).toBe(
      CODES.PARAM_ERROR,
    )
    for (const bytes of [Buffer.from('<svg onload=alert(1)>'), PNG.subarray(0, 30), Buffer.from('MZ not a picture')]) {
      const refused = await upload(me, bytes)
      expect([refused.code, refused.data]).toEqual([CODES.PARAM_ERROR, { fields: { 'files.0': expect.any(String) } }])
    }
  })

  it('S1.27 keeps markup as text, and refuses long texts with the limit in the response', async () => {
    const me = await join()
    const { id } = await submitted(me, { content: HOSTILE })
    expect((await data(me, 'feedback.detail', { id })).content).toBe(HOSTILE)
    expect((await queued(id))?.content).toBe(HOSTILE)
    const long = await submit(me, { content: '长'.repeat(501) })
    expect([long.code, long.data]).toEqual([CODES.PARAM_ERROR, { fields: { content: '最多 500 个字符' } }])
    expect((await submit(me, { content: 'x'.repeat(40 * 1024) })).data).toEqual({
      fields: { content: '最多 500 个字符' },
    })
    expect((await submit(me, { content: ' \n ' })).code).toBe(CODES.PARAM_ERROR)
    const answered = await root.call('feedback.answer', { id, version: 1, content: 'x'.repeat(501), isClosed: false })
    expect(answered.code).toBe(CODES.PARAM_ERROR)
  })

  it('S1.27 stores a repeated submission once, also from two devices at once, and hides feedback from other members', async () => {
    const [me, other] = [await join(), await join()]
    const id = randomUUID()
    const both = await Promise.all([submit(me, { id }), submit(me, { id })])
    expect(both.map(({ code }) => code)).toEqual([0, 0])
    expect((await data(me, 'feedback.list', PAGE)).total).toBe(1)
    const calls = await Promise.all([
      other.call('feedback.detail', { id }),
      other.call('feedback.reply', { id, replyId: randomUUID(), content: '我来' }),
      other.call('feedback.read', { id }),
    ])
    expect(calls.map(({ code }) => code)).toEqual(Array(3).fill(CODES.NOT_FOUND))
    expect((await submit(other, { id })).code).toBe(CODES.PARAM_ERROR)
    expect((await data(other, 'feedback.list', PAGE)).total).toBe(0)
  })

  it('S1.27 stops a flood with a text that names the limit', async () => {
    const me = await join()
    const flood = await Promise.all(Array.from({ length: FEEDBACK_OPEN_MAX + 4 }, () => submit(me)))
    const refused = flood.filter(({ code }) => code !== 0)
    expect(refused.map(({ code, msg }) => [code, msg])).toEqual(
      Array.from({ length: 4 }, () => [CODES.LIMIT_EXCEEDED, expect.stringContaining(`${FEEDBACK_OPEN_MAX} 条`)]),
    )
    const { list } = await data(me, 'feedback.list', PAGE)
    for (const { id } of list) await answer(id, '已处理', true)
    for (let made = FEEDBACK_OPEN_MAX; made < FEEDBACK_PER_DAY; made += 1)
      await answer((await submitted(me)).id, '好', true)
    expect((await submit(me)).msg).toContain(`最多提交 ${FEEDBACK_PER_DAY} 条`)
    const other = await join()
    const next = await submitted(other)
    const reply = () => other.call('feedback.reply', { id: next.id, replyId: randomUUID(), content: '在吗' })
    for (let made = 0; made < FEEDBACK_REPLIES_IN_ROW; made += 1) expect((await reply()).code).toBe(0)
    expect(await reply()).toMatchObject({ code: CODES.LIMIT_EXCEEDED, msg: expect.stringContaining('等客服回复') })
  })
})
