import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { AmountField } from '#features/wallet/AmountField.tsx'
import { useMoneyCall } from '#state/data/use-money-call.ts'
import { sessionAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'
import { useState } from 'react'
import { transport } from '../support/fake-transport.ts'
import { frames, mount, type Mounted } from '../support/mount.tsx'
import { MEMBER } from '../support/room-fixtures.ts'

const bought = (coins: number) => success({ balance: coins, orderNo: 'order' } as never)
const pending = (idempotencyKey: string) =>
  failure(CODES.TIMEOUT, '请求超时', { details: { isPending: true, idempotencyKey } })

const onDone = vi.fn()
let screen: Mounted

const onShown = vi.fn()

/** A form with one money call. With `max`, calls for more coins are those of another form. */
function Purchase({ max = Infinity }: { readonly max?: number }) {
  const money = useMoneyCall(
    'coin.buy',
    (data, { params, isMounted, isRequested }) => {
      onDone(params.coins, data.balance)
      onShown({ isMounted, isRequested })
    },
    ({ coins }) => coins <= max,
  )
  return (
    <>
      <button type="button" onClick={() => void money.send({ coins: 100 })}>
        buy 100
      </button>
      <button type="button" onClick={() => void money.send({ coins: 200 })}>
        buy 200
      </button>
      <output>{money.unsettled ? `open ${money.unsettled.coins}` : (money.failure?.message ?? 'idle')}</output>
    </>
  )
}

const buy = (coins: number) => page.getByRole('button', { name: `buy ${coins}` }).click()
const keys = () => transport.calls.filter(({ name }) => name === 'coin.buy').map(({ key }) => key)
const state = page.getByRole('status')

beforeEach(() => {
  transport.calls.length = 0
  transport.repeated.length = 0
  transport.storedCalls = []
  onDone.mockClear()
  onShown.mockClear()
  store.set(sessionAtom, { member: MEMBER, isRestored: false } as never)
  screen = mount(<Purchase />)
})
afterEach(() => {
  screen.unmount()
  store.set(sessionAtom, null)
})

it('S6.6 makes one call for a double press and a new key for each intention', async () => {
  let respond = (_result: unknown) => {}
  transport.responses['coin.buy'] = () => new Promise<never>((resolve) => (respond = resolve as typeof respond))
  const element = page.getByRole('button', { name: 'buy 100' }).element() as HTMLButtonElement
  element.click()
  element.click()
  await expect.poll(keys).toHaveLength(1)
  respond(bought(100))
  await expect.poll(() => onDone.mock.calls).toEqual([[100, 100]])
  transport.responses['coin.buy'] = () => bought(200)
  await buy(200)
  await expect.poll(() => new Set(keys()).size).toBe(2)
})

it('settled 7 repeats a call with unknown outcome under the same key and with the same amount', async () => {
  transport.responses['coin.buy'] = (_params, key = '') => pending(key)
  await buy(100)
  await expect.element(state).toHaveTextContent('open 100')
  transport.responses['coin.buy'] = ({ coins }) => bought(coins)
  await buy(200)
  await expect.poll(() => onDone.mock.calls).toEqual([[100, 100]])
  expect(new Set(keys()).size).toBe(1)
  expect(transport.repeated).toEqual([keys()[0]])
})

it('settled 7 takes the outcome from a notice, once', async () => {
  transport.responses['coin.buy'] = (_params, key = '') => pending(key)
  await buy(100)
  await expect.element(state).toHaveTextContent('open 100')
  const notice = {
    type: 'settled',
    endpoint: 'coin.buy',
    idempotencyKey: keys()[0] ?? '',
    result: bought(100),
  } as const
  transport.notify({ ...notice, idempotencyKey: 'another-purchase' })
  transport.notify(notice)
  transport.notify(notice)
  await expect.element(state).toHaveTextContent('idle')
  expect(onDone.mock.calls).toEqual([[100, 100]])
})

it('settled 7 a page that is left and opened again continues the same call', async () => {
  transport.responses['coin.buy'] = (_params, key = '') => pending(key)
  await buy(100)
  await expect.element(state).toHaveTextContent('open 100')
  screen.render(null)
  screen.render(<Purchase />)
  await expect.element(state).toHaveTextContent('open 100')
  transport.responses['coin.buy'] = ({ coins }) => bought(coins)
  await buy(200)
  await expect.poll(() => onDone.mock.calls).toEqual([[100, 100]])
  expect(new Set(keys()).size).toBe(1)
})

it('settled 7 an outcome that arrives while no page shows the call unlocks it', async () => {
  transport.responses['coin.buy'] = (_params, key = '') => pending(key)
  await buy(100)
  await expect.element(state).toHaveTextContent('open 100')
  screen.render(null)
  const idempotencyKey = keys()[0] ?? ''
  transport.notify({ type: 'settled', endpoint: 'coin.buy', idempotencyKey, result: bought(100) })
  screen.render(<Purchase />)
  await expect.element(state).toHaveTextContent('idle')
  expect(onDone.mock.calls).toEqual([])
})

const stored = (fields: object = {}) => ({
  key: 'key-before-reload',
  endpoint: 'coin.buy',
  params: { coins: 300 },
  memberId: MEMBER.userId,
  time: transport.now - 60_000,
  ...fields,
})
const reload = () => {
  screen.render(null)
  screen.render(<Purchase />)
}

it('settled 7 Annex F pendingTx a stored call locks its form after a reload, and is repeated under its key', async () => {
  transport.storedCalls = [stored({ endpoint: 'pay.create' }), stored()]
  reload()
  await expect.element(state).toHaveTextContent('open 300')
  transport.responses['coin.buy'] = ({ coins }) => bought(coins)
  await buy(100)
  await expect.poll(() => onDone.mock.calls).toEqual([[300, 300]])
  expect(keys()).toEqual(['key-before-reload'])
  expect(transport.repeated).toEqual(['key-before-reload'])
})

it('settled 7 the outcome of a stored call arrives by a notice', async () => {
  transport.storedCalls = [stored()]
  reload()
  await expect.element(state).toHaveTextContent('open 300')
  transport.notify({ type: 'settled', endpoint: 'coin.buy', idempotencyKey: 'key-before-reload', result: bought(300) })
  await expect.element(state).toHaveTextContent('idle')
  expect(onDone.mock.calls).toEqual([[300, 300]])
})

it('settled 7 a call of another tab locks the form until that tab has settled it', async () => {
  transport.storedCalls = [stored()]
  window.dispatchEvent(new StorageEvent('storage', { key: 'pendingTx' }))
  await expect.element(state).toHaveTextContent('open 300')
  transport.storedCalls = []
  window.dispatchEvent(new StorageEvent('storage', { key: 'pendingTx' }))
  await expect.element(state).toHaveTextContent('idle')
})

it('settled 7 a call of this tab that another tab settles stays open until its outcome is reported', async () => {
  transport.responses['coin.buy'] = (_params, key = '') => pending(key)
  await buy(100)
  await expect.element(state).toHaveTextContent('open 100')
  const [key = ''] = keys()
  transport.storedCalls = [stored({ key, params: { coins: 100 } })]
  window.dispatchEvent(new StorageEvent('storage', { key: 'pendingTx' }))
  transport.storedCalls = []
  window.dispatchEvent(new StorageEvent('storage', { key: 'pendingTx' }))
  await frames(3)
  await expect.element(state).toHaveTextContent('open 100')
  transport.notify({ type: 'settled', endpoint: 'coin.buy', idempotencyKey: key, result: bought(100) })
  await expect.poll(() => onDone.mock.calls).toEqual([[100, 100]])
  await expect.element(state).toHaveTextContent('idle')
})

it.each([
  ['of another member', { memberId: 'another' }],
  ['that is older than a day', { time: 0 }],
  ['that cannot be read', { key: 7 }],
])('a stored call %s locks nothing', async (_name, fields) => {
  transport.storedCalls = [stored(fields)]
  reload()
  transport.responses['coin.buy'] = ({ coins }) => bought(coins)
  await buy(100)
  await expect.poll(() => onDone.mock.calls).toEqual([[100, 100]])
})

it('shows a refusal and makes the next call under a new key', async () => {
  transport.responses['coin.buy'] = () => failure(CODES.LIMIT_EXCEEDED, '超过限额')
  await buy(100)
  await expect.element(state).toHaveTextContent('超过限额')
  transport.responses['coin.buy'] = ({ coins }) => bought(coins)
  await buy(100)
  await expect.poll(() => new Set(keys()).size).toBe(2)
})

it('a refusal is not shown to the next member', async () => {
  transport.responses['coin.buy'] = () => failure(CODES.BALANCE_NOT_ENOUGH, '余额不足')
  await buy(100)
  await expect.element(state).toHaveTextContent('余额不足')
  store.set(sessionAtom, { member: { ...MEMBER, userId: 'another' }, isRestored: false } as never)
  await expect.element(state).toHaveTextContent('idle')
})

it('another member does not continue the call of the first', async () => {
  transport.responses['coin.buy'] = (_params, key = '') => pending(key)
  await buy(100)
  await expect.element(state).toHaveTextContent('open 100')
  store.set(sessionAtom, { member: { ...MEMBER, userId: 'another' }, isRestored: false } as never)
  await expect.element(state).not.toHaveTextContent('open')
  transport.responses['coin.buy'] = ({ coins }) => bought(coins)
  await buy(200)
  await expect.poll(() => new Set(keys()).size).toBe(2)
})

const settled = (idempotencyKey: string, coins: number) =>
  ({ type: 'settled', endpoint: 'coin.buy', idempotencyKey, result: bought(coins) }) as const

it('an open call of another form locks this one, which neither repeats it nor gets its outcome', async () => {
  transport.responses['coin.buy'] = ({ coins }) => bought(coins)
  transport.storedCalls = [stored()]
  screen.render(null)
  screen.render(<Purchase max={200} />)
  await buy(100)
  await expect.element(state).toHaveTextContent('上一笔操作还在确认中')
  expect(keys()).toEqual([])
  transport.storedCalls = []
  transport.notify(settled('key-before-reload', 300))
  await expect.element(state).toHaveTextContent('idle')
  expect(onDone.mock.calls).toEqual([])
  await buy(100)
  await expect.poll(() => onDone.mock.calls).toEqual([[100, 100]])
})

/** Presses for 100 coins. The returned function sends the response. */
async function buyLater() {
  let respond = () => {}
  transport.responses['coin.buy'] = () => new Promise((resolve) => (respond = () => resolve(bought(100))))
  await buy(100)
  return () => respond()
}

it('reports whether the form is still mounted and the member requested the call in it', async () => {
  transport.responses['coin.buy'] = () => bought(100)
  await buy(100)
  await expect.poll(() => onShown.mock.lastCall).toEqual([{ isMounted: true, isRequested: true }])
  const respond = await buyLater()
  screen.render(null)
  respond()
  await expect.poll(() => onShown.mock.lastCall).toEqual([{ isMounted: false, isRequested: false }])
  transport.storedCalls = [stored()]
  reload()
  await expect.element(state).toHaveTextContent('open 300')
  transport.notify(settled('key-before-reload', 300))
  await expect.poll(() => onShown.mock.lastCall).toEqual([{ isMounted: true, isRequested: false }])
})

it('the outcome of a call is not shown to the next member', async () => {
  const respond = await buyLater()
  store.set(sessionAtom, { member: { ...MEMBER, userId: 'another' }, isRestored: false } as never)
  respond()
  transport.responses['coin.buy'] = ({ coins }) => bought(coins)
  await expect.poll(async () => (await buy(200), onDone.mock.lastCall)).toEqual([200, 200])
  expect(onDone.mock.calls).not.toContainEqual([100, 100])
})

function Money() {
  const [text, setText] = useState('')
  return <AmountField label="金额" currency="CNY" value={text} onValueChange={setText} quick={[10_000]} all={123_456} />
}

it('S5.18 a field takes pasted and suggested amounts and nothing else', async () => {
  screen.render(<Money />)
  const field = page.getByRole('textbox', { name: '金额' })
  await field.fill('¥1,000.50')
  await expect.element(field).toHaveValue('1000.50')
  await field.fill('1e3')
  await expect.element(field).toHaveValue('1000.50')
  await page.getByRole('button', { name: '¥100' }).click()
  await expect.element(field).toHaveValue('100')
  await page.getByRole('button', { name: '全部' }).click()
  await expect.element(field).toHaveValue('1234.56')
})
