import { useState } from 'react'
import { CODES } from '#protocol/codes.ts'
import type { Result } from '#protocol/result.ts'
import { call } from '#transport/client.ts'
import { LINES, type RehearsalLine } from './lines.ts'

const BURST = 100
/** Maximum number of failures of one provoke call. */
const AT_ONCE = 20

/** Result of the last rehearsal. */
export interface Rehearsed {
  readonly key: string
  readonly result: Result<unknown>
  /** Result of a burst: number of calls per code; 0 is success. */
  readonly tally?: readonly (readonly [code: number, count: number])[]
  /** The server refused to provoke this code. */
  readonly isRefused?: true
}

interface Rehearsal {
  readonly busy: string | null
  readonly last: Rehearsed | null
  readonly play: (line: RehearsalLine) => Promise<void>
  readonly burst: () => Promise<void>
}

const probe = (line: RehearsalLine): Promise<Result<unknown>> =>
  line.probe === 'site.perInfo' ? call('site.perInfo', {}) : call('site.queryBanners', { position: 'home' })

const codeOf = (result: Result<unknown>) => (result.ok ? CODES.SUCCESS : result.code)

/** Provokes a code (`demo.provoke`), then makes the call that receives it. */
export function useRehearsal(): Rehearsal {
  const [busy, setBusy] = useState<string | null>(null)
  const [last, setLast] = useState<Rehearsed | null>(null)

  const rehearse = async (key: string, line: RehearsalLine, times: number, play: () => Promise<Rehearsed>) => {
    setBusy(key)
    const { path, code, data } = line
    let provoked: Result<unknown> = { ok: true, data: null }
    for (let left = times; left > 0 && provoked.ok; left -= AT_ONCE) {
      const some = { path, code, times: Math.min(left, AT_ONCE), ...(data === undefined ? {} : { data }) }
      provoked = await call('demo.provoke', some)
    }
    setLast(provoked.ok ? await play() : { key, result: provoked, isRefused: true })
    setBusy(null)
  }

  return {
    busy,
    last,
    play: (line) => rehearse(line.key, line, 1, async () => ({ key: line.key, result: await probe(line) })),
    async burst() {
      const line = LINES.find(({ code }) => code === CODES.AUTH_ERROR)
      if (line === undefined) return
      await rehearse('burst', line, BURST, async () => {
        const results = await Promise.all(Array.from({ length: BURST }, () => probe(line)))
        const tally = new Map<number, number>()
        for (const result of results) tally.set(codeOf(result), (tally.get(codeOf(result)) ?? 0) + 1)
        return { key: 'burst', result: results.find(({ ok }) => !ok) ?? { ok: true, data: null }, tally: [...tally] }
      })
    },
  }
}
