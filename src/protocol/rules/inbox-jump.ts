import { type Jump, jumpTarget } from './jump.ts'

/** The link of a message (S3.11 `jumpUrl`) as that of a banner: a path, or the URL of another site. */
export function inboxJump(jumpUrl: string): Jump {
  return { jumpType: jumpUrl === '' ? 0 : jumpUrl.startsWith('/') ? 1 : 2, jumpUrl }
}

/** False for links that no page opens, such as `javascript:`. */
export function isInboxJump(jump: Jump): boolean {
  return jumpTarget(jump).kind !== 'none'
}
