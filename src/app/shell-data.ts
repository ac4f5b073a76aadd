import type { Skin } from '#protocol/sites.ts'
import type { Notices } from '#features/notice/use-notices.ts'

/** Whom the shell greets. */
export interface ShellMember {
  readonly userId: string
  readonly nickname: string
  readonly avatar: string
  readonly vipLevel: number
  /** Whole coins; null while they are not known. */
  readonly coins: number | null
}

/** Everything the shell shows and can ask for. It holds no state of its own beyond an open menu. */
export interface ShellData {
  /** null = a visitor; undefined = not known yet (nothing is drawn in the member's place). */
  readonly member: ShellMember | null | undefined
  readonly connection: 'online' | 'connecting' | 'offline' | 'recovering'
  /** The skin switcher shows in demo mode only (settled 29). */
  readonly isDemo: boolean
  readonly skin: Skin
  /** Where 登录 leads, with the way back in it. */
  readonly signInPath: string
  /** What the bell holds. */
  readonly notices: Notices
  readonly onSkinChange: (skin: Skin) => void
  readonly onSignOut: () => void
  /** What was searched for, to stand in the box. */
  readonly query: string
  readonly onSearch: (query: string) => void
}
