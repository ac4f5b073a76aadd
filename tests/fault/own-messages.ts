import type { Result } from '#protocol/result.ts'
import type { FeedState } from '#state/feed/feed-state.ts'

/** A sent message and its outcome. */
export interface Speech {
  readonly cid: string
  readonly text: string
  result: Result<{ id: string; seq: number }> | null
}

/** Checks after each change of a page that its own messages neither disappear nor appear twice. */
export class OwnMessages {
  readonly problems: string[] = []
  private readonly logged = new Set<string>()

  check({ items, outgoing }: FeedState, speeches: readonly Speech[]): void {
    const counts = new Map<string, number>()
    for (const item of [...items, ...outgoing]) {
      const cid =
        item.type === 'outgoing' ? item.cid : item.type === 'row' && item.row.isMine ? item.row.cid : undefined
      if (cid === undefined) continue
      counts.set(cid, (counts.get(cid) ?? 0) + 1)
      if (item.type === 'row') this.logged.add(cid)
    }
    for (const { cid, result } of speeches) {
      const count = counts.get(cid) ?? 0
      if (count > 1) this.report(`own message shown ${count} times: ${cid}`)
      if (count === 0 && result?.ok !== true && !this.logged.has(cid)) this.report(`own message is gone: ${cid}`)
    }
  }

  private report(problem: string): void {
    if (!this.problems.includes(problem)) this.problems.push(problem)
  }
}
