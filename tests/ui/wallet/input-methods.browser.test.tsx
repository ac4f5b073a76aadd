import { type ReactNode, useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { halfWidth } from '#protocol/rules/typed.ts'
import { type BirthDate, BirthDateField, birthDateText } from '#features/auth/BirthDateField.tsx'
import { Quantity } from '#features/gift/Quantity.tsx'
import { AmountField } from '#features/wallet/AmountField.tsx'
import { CardNumberField } from '#features/wallet/cards/CardForm.tsx'
import { CodeField } from '#ui/field/CodeField.tsx'
import { NumberField } from '#ui/field/NumberField.tsx'
import { PhoneField } from '#ui/field/PhoneField.tsx'
import { PinField } from '#ui/field/PinField.tsx'
import type { Mounted } from '../support/mount.tsx'
import { mount } from '../support/mount.tsx'

let mounted: Mounted
afterEach(() => mounted.unmount())

const session = cdp() as unknown as { send(method: string, params: object): Promise<void> }

/** Composes the texts one after the other, as an input method replaces its own text, without a commit. */
async function compose(...texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    // oxlint-disable-next-line no-await-in-loop -- in order
    await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  }
}

/** Replaces the composition by this text, and ends it. Without a composition it inserts the text, like a paste. */
const insert = (text: string) => session.send('Input.insertText', { text })

interface Values {
  readonly value: string
  readonly onValueChange: (value: string) => void
}

/** What the form of the field knows. */
const reported: string[] = []

function Holder({ first = '', render }: { readonly first?: string; readonly render: (field: Values) => ReactNode }) {
  const [value, setValue] = useState(first)
  const onValueChange = (next: string) => {
    reported.push(next)
    setValue(next)
  }
  return render({ value, onValueChange })
}

/** Mounts a field with this text, focuses its input and puts the caret at the end. */
async function open(render: (field: Values) => ReactNode, first = ''): Promise<HTMLInputElement> {
  reported.length = 0
  mounted = mount(<Holder first={first} render={render} />)
  const input = mounted.root.querySelector('input')
  if (input === null) throw new Error('no input')
  await userEvent.click(page.elementLocator(input))
  input.setSelectionRange(input.value.length, input.value.length)
  return input
}

const nothing = () => undefined
const FIELDS = {
  amount: (field: Values) => <AmountField {...field} label="金额" currency="CNY" />,
  card: (field: Values) => <CardNumberField {...field} ref={nothing} error={null} />,
  code: (field: Values) => <CodeField {...field} error={null} secondsLeft={0} isSending={false} onSend={nothing} />,
  pin: (field: Values) => <PinField {...field} label="提款密码" />,
  phone: (field: Values) => (
    <PhoneField
      area={{ value: '86', onValueChange: nothing }}
      phone={{ ...field, error: null, ref: nothing }}
      isOverseasAllowed={false}
    />
  ),
  number: (field: Values) => <NumberField {...field} label="分钟" maxLength={5} />,
  year: ({ value, onValueChange }: Values) => (
    <BirthDateField
      value={{ year: value, month: '', day: '' }}
      onValueChange={({ year }) => onValueChange(year)}
      hint=""
      error={null}
    />
  ),
  quantity: ({ value, onValueChange }: Values) => (
    <Quantity count={Number(value) || 7} onChange={(count) => onValueChange(String(count))} />
  ),
} as const
const NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[]

describe('composition of an input method', () => {
  it.each(NAMES)('S5.18 changes and reports nothing before its end in the field %s', async (name) => {
    const input = await open(FIELDS[name])
    if (name === 'quantity') input.select()
    await compose('１', '１０', '１００')
    expect(input.value).toBe('１００')
    expect(reported).toEqual([])
    await insert('１００')
    await expect.poll(() => input.value).toBe('100')
    expect(reported).toEqual(['100'])
  })

  it.each(NAMES)('gives the committed digits behind present ones in the field %s', async (name) => {
    const input = await open(FIELDS[name], '7')
    await compose('５', '５６')
    await insert('５６')
    await expect.poll(() => input.value).toBe('756')
    expect(reported).toEqual(['756'])
    expect(input.selectionStart).toBe(3)
  })

  it.each(NAMES)('leaves the field %s as it was if it is cancelled', async (name) => {
    const input = await open(FIELDS[name], '7')
    await compose('５', '５６', '')
    await expect.poll(() => input.value).toBe('7')
    expect(reported).toEqual([])
    await userEvent.keyboard('8')
    await expect.poll(() => input.value).toBe('78')
  })

  it.each([
    [['¥', '¥１', '¥１００'], '¥１００', '100'],
    [['￥', '￥１'], '￥１，０００．５', '1000.5'],
    [['1', '1。', '1。5'], '1。5', '1.5'],
    [['yi', 'yi bai'], '一百', ''],
    [['１', '１２．３４５'], '１２．３４５', ''],
    [['5', '5²'], '5²', ''],
  ])('S5.18 reads the composed amount %j, committed as %j, as %j', async (texts, committed, amount) => {
    const input = await open(FIELDS.amount)
    await compose(...texts)
    expect(input.value).toBe(texts.at(-1))
    await insert(committed)
    await expect.poll(() => input.value).toBe(amount)
    expect(reported).toEqual(amount === '' ? [] : [amount])
  })

  it('S5.18 gives way to a second composition in the middle of the amount', async () => {
    const input = await open(FIELDS.amount, '1999')
    input.setSelectionRange(1, 1)
    await compose('２', '２３')
    expect(input.value).toBe('1２３999')
    await insert('２３')
    await expect.poll(() => input.value).toBe('123999')
    expect(input.selectionStart).toBe(3)
    await compose('４')
    await insert('４')
    await expect.poll(() => input.value).toBe('1234999')
  })

  it('S5.20 keeps the groups of a card number and the caret', async () => {
    const input = await open(FIELDS.card, '4111 1111')
    input.setSelectionRange(2, 2)
    await compose('２', '２３')
    await insert('２３')
    await expect.poll(() => input.value).toBe('4123 1111 11')
    expect(input.selectionStart).toBe(4)
  })

  it('S5.18 fills the three parts of a date of birth', async () => {
    let date: BirthDate = { year: '', month: '', day: '' }
    const render = () => (
      <BirthDateField
        value={date}
        onValueChange={(next) => {
          date = next
          mounted.render(render())
        }}
        hint=""
        error={null}
      />
    )
    mounted = mount(render())
    for (const [at, text] of ['１９９０', '１', '０９'].entries()) {
      const input = mounted.root.querySelectorAll('input')[at]
      if (!input) throw new Error('no input')
      // oxlint-disable no-await-in-loop -- in order
      await userEvent.click(page.elementLocator(input))
      await compose(text)
      await insert(text)
      await expect.poll(() => input.value).toBe(halfWidth(text))
      // oxlint-enable no-await-in-loop
    }
    expect(birthDateText(date)).toBe('1990-01-09')
  })

  it('S5.18 ends when the field loses the focus', async () => {
    const input = await open(FIELDS.amount)
    await compose('１２')
    input.blur()
    await expect.poll(() => input.value).toBe('12')
    expect(reported).toEqual(['12'])
  })
})

describe('text that is inserted at once', () => {
  it.each([
    ['amount', ' ￥1,000.50 ', '1000.50'],
    ['card', '卡号：６２２２-0202', '6222 0202'],
    ['code', '验证码 １２３ 456，五分钟内有效', '123456'],
    ['pin', '１３ ５７ ９１', '135791'],
    ['phone', '+86 138-0013 8000', '13800138000'],
    ['phone', '１３８００１３８０００', '13800138000'],
    ['phone', '-1234', '-1234'],
    ['number', ' ６０ ', '60'],
    ['number', '1.5', '1.5'],
    ['year', ' １９９０', '1990'],
    ['quantity', '５２０', '520'],
    ['quantity', '1,314', '1314'],
    ['quantity', '1.5', '7'],
  ] as const)('is read in the field %s: %j gives %j', async (name, text, shown) => {
    const input = await open(FIELDS[name])
    if (name === 'quantity') input.select()
    await insert(text)
    await expect.poll(() => input.value).toBe(shown)
  })

  it('S5.18 keeps the caret of an amount whose new text is refused', async () => {
    const input = await open(FIELDS.amount, '1234')
    input.setSelectionRange(2, 2)
    await userEvent.keyboard('x')
    expect(input.value).toBe('1234')
    expect(input.selectionStart).toBe(2)
    await userEvent.keyboard('9')
    expect(input.value).toBe('12934')
    expect(input.selectionStart).toBe(3)
  })
})
