import { page } from 'vitest/browser'
import { success } from '#protocol/result.ts'
import { transport } from './fake-transport.ts'

/** A gift of the rail of a room, by its name and price: 战鼓 99 金币. */
export const rail = (name: string) => page.getByRole('group', { name: '礼物' }).getByRole('button', { name })

/** The button that sends the selection at this total price. */
export const sendButton = (total: string) => page.getByRole('button', { name: `送出（${total} 金币）` })

/** The calls that sent gifts. */
export const rewards = () => transport.calls.filter(({ name }) => name === 'gift.reward')

/** All balances on the screen. */
export const balances = () =>
  [...document.querySelectorAll<HTMLElement>('[data-balance]')].map((element) => Number(element.dataset['balance']))

/** A response to `count` drums of 99 coins. */
export const reward = (count: number, balance: number) =>
  success({ giftOrderNo: 'G', total: count * 99, balance, comboCount: count })
