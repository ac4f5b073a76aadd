import { useEffect, useState } from 'react'
import { CURRENCIES } from '#protocol/currency.ts'
import type { Responsible } from '#protocol/endpoints/responsible.ts'
import type { Result } from '#protocol/result.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import type { LimitKind } from '#protocol/wallet/limits.ts'
import { formatMoney } from '#lib/format.ts'
import { responsibleText } from '#messages/zh/responsible.ts'
import { onForeground } from '#state/data/reconnect.ts'
import { type ServerData, useServerData } from '#state/data/use-server-data.ts'
import { useAmountText } from '../Amount.tsx'

export type Limit = Responsible['limits'][number]

export interface ResponsibleState extends ServerData<Responsible> {
  /** Takes the state over from the response of a change and returns the response. */
  readonly take: (result: Result<Responsible>) => Result<Responsible>
}

/** The tools of the member. Every change responds with the new state, which replaces the one that was read. */
export function useResponsible(): ResponsibleState {
  const query = useServerData('responsible.get', {})
  const { data, retry } = query
  const [changed, setChanged] = useState<{ readonly read: Responsible | null; readonly data: Responsible } | null>(null)
  // Use and raises change with time, and on other devices.
  useEffect(() => onForeground(retry), [retry])
  return {
    ...query,
    data: changed?.read === data ? changed.data : data,
    take(result) {
      if (result.ok) setChanged({ read: data, data: result.data })
      return result
    },
  }
}

const MINUTES_PER_HOUR = 60

/** 2 小时 30 分钟. */
export function minutesText(total: number): string {
  const [hours, minutes] = [Math.floor(total / MINUTES_PER_HOUR), total % MINUTES_PER_HOUR]
  if (hours === 0) return responsibleText('time.minutes', { minutes })
  return minutes === 0 ? responsibleText('time.hours', { hours }) : responsibleText('time.both', { hours, minutes })
}

/** Whole minutes of a number of seconds, in words. */
export const secondsText = (seconds: number): string => minutesText(Math.floor((seconds * 1_000) / MINUTE_MS))

/** The text of a value of a limit, for questions: minutes, or money. */
export function limitText(kind: LimitKind, value: number): string {
  return kind === 'session' ? minutesText(value) : formatMoney(value, CURRENCIES.CNY)
}

/** The text of a value of a limit; the member may hide money. */
export function useLimitText(): (kind: LimitKind, value: number) => string {
  const amountText = useAmountText()
  return (kind, value) => (kind === 'session' ? minutesText(value) : amountText({ value, currency: 'CNY' }))
}
