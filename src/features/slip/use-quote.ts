import { useCallback, useEffect, useRef, useState } from 'react'
import { CODES } from '#protocol/codes.ts'
import type { SettleCurrency } from '#protocol/currency.ts'
import { type Failure, type Result, success } from '#protocol/result.ts'
import { marketId, parseSelectionId } from '#protocol/sports/market-keys.ts'
import { SECOND_MS } from '#protocol/time.ts'
import { isConnectionFailure } from '#lib/failures.ts'
import { onForeground } from '#state/data/reconnect.ts'
import { closeMarkets, takeMarkets } from '#state/sports/markets.ts'
import { call } from '#transport/client.ts'
import type { Quote } from './slip-model.ts'

/** Scores, the live delay and bounds of stakes are quoted again at this interval. Prices come from the market rooms. */
const QUOTE_EVERY_MS = 15 * SECOND_MS
const AFTER_CONNECTION_FAILURE_MS = 30 * SECOND_MS

export interface QuoteState {
  readonly quote: Quote | null
  readonly failure: Failure | null
  readonly isLoading: boolean
  readonly retry: () => void
}

/** A quote of selections. If the server knows one of them no more, the others are quoted without it. */
async function readQuote(
  currency: SettleCurrency,
  selections: readonly string[],
  signal: AbortSignal,
): Promise<Result<Quote>> {
  const ask = (some: readonly string[]) => call('bet.quote', { currency, selections: [...some] }, { signal })
  const all = await ask(selections)
  if (all.ok) return success(quoteOf([all.data], []))
  if (all.code !== CODES.NOT_FOUND) return all
  const each = selections.length === 1 ? [all] : await Promise.all(selections.map((one) => ask([one])))
  const failed = each.find((one) => !one.ok && one.code !== CODES.NOT_FOUND)
  if (failed && !failed.ok) return failed
  const found = each.flatMap((one) => (one.ok ? [one.data] : []))
  return success(
    quoteOf(
      found,
      selections.filter((_, index) => each[index]?.ok === false),
    ),
  )
}

type QuoteData = Extract<Awaited<ReturnType<typeof call<'bet.quote'>>>, { ok: true }>['data']

function quoteOf(parts: readonly QuoteData[], gone: readonly string[]): Quote {
  return {
    legs: new Map(parts.flatMap(({ legs }) => legs.map((leg) => [leg.selection, leg] as const))),
    gone: new Set(gone),
    minStake: Math.max(0, ...parts.map(({ minStake }) => minStake)),
    delaySeconds: Math.max(0, ...parts.map(({ delaySeconds }) => delaySeconds)),
  }
}

/** Gives the markets of a quote to those that the page knows; one that is not offered is closed. */
function takeQuote({ legs }: Quote): void {
  const quoted = [...legs.values()]
  takeMarkets(quoted.flatMap(({ market }) => market ?? []))
  closeMarkets(
    quoted.flatMap(({ market, selection }) => {
      const key = market === null ? parseSelectionId(selection) : null
      return key === null ? [] : marketId(key)
    }),
  )
}

/**
 * Matches and bounds of the selections, and the first prices: at once, and every 15 s while `isVisible` and the page is
 * visible. After a connection failure the quote is read again later, or when the connection is restored.
 */
export function useQuote(currency: SettleCurrency, selections: readonly string[], isVisible: boolean): QuoteState {
  const key = isVisible && selections.length > 0 ? JSON.stringify([currency, selections]) : null
  const [quote, setQuote] = useState<Quote | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [readKey, setReadKey] = useState<string | null>(null)
  const again = useRef<() => void>(() => undefined)

  useEffect(() => {
    if (key === null) return
    const [wantedCurrency, wanted] = JSON.parse(key) as [SettleCurrency, string[]]
    let controller = new AbortController()
    let timer: number | undefined
    const read = async () => {
      controller.abort()
      window.clearTimeout(timer)
      controller = new AbortController()
      const { signal } = controller
      const result = await readQuote(wantedCurrency, wanted, signal)
      if (signal.aborted) return
      setReadKey(key)
      setFailure(result.ok ? null : result)
      if (result.ok) {
        takeQuote(result.data)
        setQuote(result.data)
      }
      const isCutOff = !result.ok && isConnectionFailure(result)
      timer = window.setTimeout(
        () => {
          if (!document.hidden) void read()
        },
        isCutOff ? AFTER_CONNECTION_FAILURE_MS : QUOTE_EVERY_MS,
      )
    }
    again.current = () => void read()
    void read()
    const stop = onForeground(() => void read())
    return () => {
      stop()
      window.clearTimeout(timer)
      controller.abort()
    }
  }, [key])

  const retry = useCallback(() => again.current(), [])
  return { quote, failure, isLoading: key !== null && readKey !== key, retry }
}
