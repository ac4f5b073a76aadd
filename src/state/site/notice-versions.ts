import { hashText } from '#protocol/random.ts'
import type { Announcement } from './announcements.ts'

/** Marks of what was read and seen, oldest first: bounded, because announcements come and go for years. */
export const MAX_NOTICE_VERSIONS = 200
const MARK = /^.{1,80}$/

/** One wording of an announcement: when its text changes it is news again. */
export function noticeVersion({ id, title, content }: Pick<Announcement, 'id' | 'title' | 'content'>): string {
  return `${id}.${hashText(`${title}\n${content}`).toString(36)}`
}

/** The marks with some more; the oldest go first when there are too many. */
export function addNoticeVersions(marks: readonly string[], more: readonly string[]): readonly string[] {
  const added = new Set(more)
  const kept = marks.filter((mark) => !added.has(mark))
  return [...kept, ...added].slice(-MAX_NOTICE_VERSIONS)
}

/** The announcements that nobody has opened yet in this browser. */
export function unreadNotices(list: readonly Announcement[], read: readonly string[]): readonly Announcement[] {
  const marks = new Set(read)
  return list.filter((announcement) => !marks.has(noticeVersion(announcement)))
}

/** Reads stored marks: what is none, or too much, is left out. */
export function parseNoticeVersions(stored: unknown): readonly string[] {
  if (!Array.isArray(stored)) return []
  const marks = stored.filter((mark): mark is string => typeof mark === 'string' && MARK.test(mark))
  return [...new Set(marks)].slice(-MAX_NOTICE_VERSIONS)
}
