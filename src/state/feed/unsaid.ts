import type { OwnItem } from './feed-items.ts'
import { FAILED_CAP } from './feed-own.ts'
import type { FeedState } from './feed-state.ts'

/** Words that are older than this (milliseconds) have had their moment. */
export const UNSAID_KEPT_MS = 30 * 60_000

/** Own lines that the server has not taken so far, oldest first: failed ones, and those on their way. */
export function unsaidLines({ items, own, reading }: FeedState): readonly OwnItem[] {
  const lines = new Map<string, OwnItem>()
  for (const item of [...(reading?.view ?? []), ...items, ...own]) {
    if (item.type === 'own' && item.acknowledged === null) lines.set(item.cid, item)
  }
  return [...lines.values()].slice(-FAILED_CAP)
}

/** How the lines are stored: whose they are, and when they were (epoch milliseconds). */
export function storedUnsaid(lines: readonly OwnItem[], memberId: string, at: number): string {
  const said = lines.map(({ cid, text, reply, sticker }) => ({ cid, text, reply, sticker }))
  return JSON.stringify({ memberId, at, lines: said })
}

/** Reads them as lines that have failed. Those of another member, old ones, and whatever else is stored are none. */
export function parseUnsaid(text: string | null, memberId: string, now: number): readonly OwnItem[] {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    if (typeof value !== 'object' || value === null) return []
    const stored = value as { memberId?: unknown; at?: unknown; lines?: unknown }
    const isFresh = typeof stored.at === 'number' && Math.abs(now - stored.at) < UNSAID_KEPT_MS
    if (!isFresh || stored.memberId !== memberId || !Array.isArray(stored.lines)) return []
    return stored.lines.flatMap(lineOf).slice(-FAILED_CAP)
  } catch {
    return []
  }
}

const isShort = (value: unknown, most: number): value is string => typeof value === 'string' && value.length <= most

function lineOf(value: unknown): OwnItem[] {
  if (typeof value !== 'object' || value === null) return []
  const { cid, text, reply, sticker } = value as Record<'cid' | 'text' | 'reply' | 'sticker', unknown>
  if (!isShort(cid, 64) || !/^[\w-]{8,}$/.test(cid) || !isShort(text, 1_000) || text === '') return []
  const named = isShort(sticker, 64) ? { sticker } : {}
  const state = { type: 'own', state: 'failed', failure: null, acknowledged: null } as const
  return [{ ...state, key: `own-${cid}`, cid, text, reply: replyOf(reply), ...named }]
}

function replyOf(value: unknown): OwnItem['reply'] {
  if (typeof value !== 'object' || value === null) return null
  const { id, memberName, text } = value as Record<'id' | 'memberName' | 'text', unknown>
  return isShort(id, 64) && isShort(memberName, 64) && isShort(text, 1_000) ? { id, memberName, text } : null
}
