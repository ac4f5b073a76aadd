import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorText } from '#server/config/describe-error.ts'
import { createHttpServer } from '#server/http/http-server.ts'
import { createLog } from '#server/config/log.ts'
import type { Database } from '#server/database/database.ts'
import { member } from '#server/database/schema/member.ts'
import { upload } from '#server/database/schema/profile.ts'
import { openTestStore } from '../../support/store.ts'

/** Represents personal data. */
const MARKER = 'a-marker-of-this-test'

let store: Database
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

/** The logged error as text and as an object. */
function logged(error: unknown): { line: string; err: Record<string, unknown> } {
  let line = ''
  createLog('error', { write: (text) => void (line += text) }).error({ err: error }, 'a call failed')
  return { line, err: (JSON.parse(line) as { err: Record<string, unknown> }).err }
}

async function failureOf(run: () => PromiseLike<unknown>): Promise<unknown> {
  try {
    await run()
  } catch (error) {
    return error
  }
  throw new Error('nothing failed')
}

const insertMember = () =>
  store.db.insert(member).values({
    id: '0190a000-0000-7000-8000-000000000001',
    name: MARKER.toUpperCase(),
    publicId: MARKER,
    nickname: `${MARKER}\n    at ${MARKER}`,
    avatar: MARKER,
    siteId: 5009,
    currency: 'CNY',
    createdAt: 0,
  })

describe('the log of a failed statement', () => {
  it('contains the statement and the cause, without parameters', async () => {
    const { line, err } = logged(await failureOf(insertMember))
    expect(line.toLowerCase()).not.toContain(MARKER)
    expect(err).toMatchObject({
      type: 'DrizzleQueryError',
      query: expect.stringMatching(/^insert into "member"/) as string,
      stack: expect.stringMatching(/^ {4}at /) as string,
      cause: { code: '23514', message: expect.stringContaining('member_name_is_lower') as string },
    })
    expect((err['query'] as string).length).toBeLessThanOrEqual(301)
    expect(err).not.toHaveProperty('params')
    expect(err).not.toHaveProperty('message')
  })

  it('contains no parameters of a nested failure or of a request', async () => {
    const error = await failureOf(insertMember)
    const outer = logged(new Error('a gift could not be told', { cause: error }))
    expect(outer.line.toLowerCase()).not.toContain(MARKER)
    expect(outer.err).toMatchObject({ message: 'a gift could not be told', cause: { type: 'DrizzleQueryError' } })

    const lines: string[] = []
    const log = createLog('error', { write: (text) => void lines.push(text) })
    const http = createHttpServer({ log, now: Date.now })
    http.get('/fails', async () => {
      throw error
    })
    expect((await http.inject('/fails')).statusCode).toBe(500)
    await http.close()
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('DrizzleQueryError')
    expect(lines[0]?.toLowerCase()).not.toContain(MARKER)
    expect(errorText(error)).toContain('member_name_is_lower')
    expect(errorText(error).toLowerCase()).not.toContain(MARKER)
  })

  it('is short for a large parameter', async () => {
    const bytes = new Uint8Array(300_000).fill(77)
    const ids = { id: '0190a000-0000-7000-8000-000000000002', memberId: '0190a000-0000-7000-8000-000000000003' }
    const input = { purpose: 'feedback', type: 'image/png', size: bytes.length, createdAt: 0 } as const
    const error = await failureOf(() => store.db.insert(upload).values({ ...ids, ...input, bytes }))
    expect(logged(error).line.length).toBeLessThan(10_000)
  })
})

describe('the log of another error', () => {
  it('contains message, location and code', () => {
    const error = Object.assign(new TypeError('no such room'), { code: 'ENOENT', secretOfCaller: MARKER })
    const { line, err } = logged(error)
    expect(err).toMatchObject({ type: 'TypeError', message: 'no such room', code: 'ENOENT' })
    expect(err['stack']).toContain('log.test.ts')
    expect(line).not.toContain(MARKER)
  })

  it.each([
    ['a message of a megabyte', new Error('x'.repeat(1_000_000))],
    ['a cause that is itself', Object.assign(new Error('round'), { cause: null })],
    ['many at once', new AggregateError(Array.from({ length: 1_000 }, () => new Error('x'.repeat(10_000))))],
    ['a text', 'x'.repeat(1_000_000)],
    ['an object', { much: 'x'.repeat(1_000_000) }],
    ['nothing', undefined],
  ])('is short and never throws: %s', (name, error) => {
    if (name.startsWith('a cause')) (error as Error).cause = error
    expect(logged(error).line.length).toBeLessThan(60_000)
  })
})
