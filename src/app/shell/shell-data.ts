import type { Skin } from '#protocol/sites.ts'
import type { Notices } from '#features/notice/use-notices.ts'

/** The member shown in the shell. */
export interface ShellMember {
  readonly userId: string
  readonly nickname: string
  readonly avatar: string
  readonly vipLevel: number
  /** Whole coins; null while unknown. */
  readonly coins: number | null
}

/** All data of the shell. It has no state except an open menu. */
export interface ShellData {
  /** Null for a visitor; undefined while unknown (nothing is shown). */
  readonly member: ShellMember | null | undefined
  readonly connection: 'online' | 'connecting' | 'offline' | 'recovering'
  /** Shows the skin switcher (settled 29). */
  readonly isDemo: boolean
  readonly skin: Skin
  /** Sign-in path with the way back. */
  readonly signInPath: string
  /** Content of the bell. */
  readonly notices: Notices
  /** Unread announcements and messages. */
  readonly unreadCount: number
  readonly onSkinChange: (skin: Skin) => void
  readonly onSignOut: () => void
  /** The current query. */
  readonly query: string
  readonly onSearch: (query: string) => void
}
