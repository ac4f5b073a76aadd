import { hashText } from '#protocol/random.ts'
import type { Announcement } from './announcements.ts'

/** Stored versions of read announcements; beyond it the oldest are removed. */
export const MAX_NOTICE_VERSIONS = 200
const VERSION = /^.{1,80}$/

/** Returns the version of an announcement. A changed text is a new version, so it counts as unread. */
export function noticeVersion({ id, title, content }: Pick<Announcement, 'id' | 'title' | 'content'>): string {
  return `${id}.${hashText(`${title}\n${content}`).toString(36)}`
}

/** Adds versions as the newest; removes the oldest beyond the limit. */
export function addNoticeVersions(versions: readonly string[], more: readonly string[]): readonly string[] {
  const added = new Set(more)
  const others = versions.filter((version) => !added.has(version))
  return [...others, ...added].slice(-MAX_NOTICE_VERSIONS)
}

/** Returns the announcements that were not opened in this browser. */
export function unreadNotices(list: readonly Announcement[], read: readonly string[]): readonly Announcement[] {
  const versions = new Set(read)
  return list.filter((announcement) => !versions.has(noticeVersion(announcement)))
}

/** Parses stored versions. Invalid and excess values are left out. */
export function parseNoticeVersions(stored: unknown): readonly string[] {
  if (!Array.isArray(stored)) return []
  const versions = stored.filter((version): version is string => typeof version === 'string' && VERSION.test(version))
  return [...new Set(versions)].slice(-MAX_NOTICE_VERSIONS)
}
