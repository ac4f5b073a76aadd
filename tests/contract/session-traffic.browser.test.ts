import { afterAll, beforeEach, expect, inject, it, vi } from 'vitest'
import { page } from '#transport/worker.ts'
import { remoteControl } from './support/control.ts'
import { Page, Profile } from './support/page.ts'
import { FAN, ROOM, texts } from './support/samples.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    lt1TrafficOrigin: string
  }
}

/** All messages between page and worker. */
const posted = [vi.spyOn(Worker.prototype, 'postMessage'), vi.spyOn(MessagePort.prototype, 'postMessage')]
const toPage: unknown[] = []
const heard = new WeakSet<EventTarget>()

for (const endpoint of [Worker.prototype, MessagePort.prototype]) {
  vi.spyOn(endpoint, 'addEventListener').mockImplementation(function (
    this: EventTarget,
    ...parameters: Parameters<EventTarget['addEventListener']>
  ) {
    const hear = (event: Event) => toPage.push((event as MessageEvent<unknown>).data)
    if (!heard.has(this)) EventTarget.prototype.addEventListener.call(this, 'message', hear)
    heard.add(this)
    EventTarget.prototype.addEventListener.apply(this, parameters)
  })
}

afterAll(() => vi.restoreAllMocks())

beforeEach(forget)

function forget(): void {
  for (const spy of posted) spy.mockClear()
  toPage.length = 0
}

function toWorker(): unknown[] {
  return posted.flatMap((spy) => spy.mock.calls.map(([message]): unknown => message))
}

/** All nested values of a message. */
function* valuesIn(message: unknown): Generator {
  yield message
  if (typeof message !== 'object' || message === null || ArrayBuffer.isView(message)) return
  for (const value of Object.values(message)) yield* valuesIn(value)
}

function messagesWith(traffic: readonly unknown[], text: string): unknown[] {
  return traffic.filter((message) =>
    [...valuesIn(message)].some((value) => typeof value === 'string' && value.includes(text)),
  )
}

const control = remoteControl(inject('lt1TrafficOrigin'))
const platform = () => ({ ...page, isVisible: () => true, killWorker: () => undefined })

it('settled 26 the page gets the token for storage only, and no keys or risk token', async () => {
  await control.reset()
  const profile = new Profile()
  const first = await Page.open(platform(), control, profile)
  await control.protect('coin/v1/balance', {})
  expect(await first.client.signIn(FAN)).toMatchObject({ ok: true })
  const room = first.join(ROOM)
  await control.whenInRoom(ROOM, 1)
  await control.append(ROOM, texts(1, 3))
  await room.reached(3)
  const balance = first.client.calls.call('coin.balance', {})
  await first.notice('verification')
  const code = { safeType: 'imageCode', codeId: 'code-0123456789abcdef', imgCode: 'right' } as const
  expect(await first.client.completeVerification(code)).toMatchObject({ ok: true })
  expect(await balance).toMatchObject({ ok: true })

  const token = profile.session.getItem('tb-token') ?? ''
  expect(token.length).toBeGreaterThan(20)
  // S7.5: the token, which the page never gets, is on every call of a member.
  const [call] = await control.calls('coin/v1/balance')
  expect(call?.token).toBe(token)
  expect(toPage.length).toBeGreaterThan(20)
  expect(messagesWith(toPage, token)).toMatchObject([
    { type: 'APPLY', path: ['storage', 'set'], argumentList: [{ value: 'tb-token' }, { value: token }] },
  ])
  expect(messagesWith(toWorker(), token)).toEqual([])
  expect(messagesWith(toWorker(), FAN.password)).toMatchObject([{ type: 'APPLY', path: ['signIn'] }])
  for (const secret of [FAN.password, 'risk-token-']) expect(messagesWith(toPage, secret)).toEqual([])
  for (const value of toPage.flatMap((message) => [...valuesIn(message)])) {
    expect(value instanceof CryptoKey || value instanceof ArrayBuffer || ArrayBuffer.isView(value)).toBe(false)
    // 32 bytes of a key in base64url or hexadecimal.
    if (typeof value === 'string') expect(value).not.toMatch(/^([A-Za-z0-9_-]{43}|[0-9a-f]{64})$/)
  }
  first.client.close()
})

it('settled 26 after a reload the worker gets the stored token and does not send it back', async () => {
  await control.reset()
  const profile = new Profile()
  const first = await Page.open(platform(), control, profile)
  await first.client.signIn(FAN)
  first.client.close()
  forget()
  const second = Page.make(platform(), profile)
  expect(await second.start(control)).toMatchObject({ ok: true, data: { session: { member: {} } } })
  const token = profile.session.getItem('tb-token') ?? ''
  const back = messagesWith(toWorker(), token)
  expect(back.length).toBeGreaterThan(0)
  for (const message of back) expect(message).toMatchObject({ type: 'RAW', value: token })
  expect(messagesWith(toPage, token)).toEqual([])
  second.client.close()
})
