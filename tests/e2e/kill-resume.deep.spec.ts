import { expect, test } from '@playwright/test'
import { checkReadBack } from '../fault/check-read-back.ts'
import { LogEntries } from '../fault/log-entries.ts'
import { readRoomLog } from '../support/room-log.ts'
import type { TestServer } from '../support/server.ts'
import { startTestServer } from '../support/server.ts'
import { RoomPage } from './support/room-page.ts'

const EID = '2001'
const ROOM_PATH = `/app/live/${EID}`
const CHAT_ROOM = `r${EID}`

let server: TestServer

test.beforeAll(async () => {
  server = await startTestServer({ env: { CROWD: '400', WORLD_SEED: '7' } })
})
test.afterAll(async () => {
  await server.stop()
})

test('two browsers resume after kill -9 of the server without lost, duplicate or reordered messages', async ({
  browser,
}) => {
  // It starts a server three times; the limit is for two.
  test.setTimeout(420_000)
  const [one, other] = await Promise.all([browser.newContext(), browser.newContext()])
  const member = new RoomPage(await one.newPage())
  const visitor = new RoomPage(await other.newPage())
  await visitor.open(server.url, EID)
  await member.signIn(server.url, 'vip0009', ROOM_PATH)
  await visitor.noteRows()
  await member.say('停电之前的一句')
  const { seq: fromSeq } = await visitor.noted('停电之前的一句')

  await server.kill('SIGKILL')
  await expect(visitor.page.locator('[data-connection="online"]')).toHaveCount(0, { timeout: 40_000 })
  await server.restart()
  await Promise.all([member.waitUntilOnline(30_000), visitor.waitUntilOnline(30_000)])
  await member.say('来电之后的一句')
  const { seq: toSeq } = await visitor.noted('来电之后的一句')
  expect(toSeq).toBeGreaterThan(fromSeq)

  const [byMember, byVisitor] = [await member.readBack(fromSeq), await visitor.readBack(fromSeq)]
  expect(byMember.rows.length).toBeGreaterThan(1)
  await Promise.all([one.close(), other.close()])
  // Killed once more to read the log, with which both pages are compared.
  await server.kill('SIGKILL')
  const log = new LogEntries(await readRoomLog(server.dataDirectory, CHAT_ROOM), Number.POSITIVE_INFINITY)
  // A page of a busy machine may drop texts and reports their number.
  expect(checkReadBack(log, byMember, { fromSeq, toSeq })).toEqual([])
  expect(checkReadBack(log, byVisitor, { fromSeq, toSeq })).toEqual([])
})
