import type { DataOf } from '#protocol/endpoints/table.ts'
import { isSitePath, type JumpTarget, jumpTarget } from '#protocol/rules/jump.ts'
import { commonText } from '#messages/zh/common.ts'
import type { Entrances } from '#state/site/entrances.ts'
import { isEntryEnabled } from '#state/site/nav-path.ts'

export type FloatWindow = DataOf<'site.floatWindows'>['list'][number]

export interface FloatEntry {
  readonly window: FloatWindow
  /** Accessible name of the link. */
  readonly name: string
}

const NAMES: readonly (readonly [path: RegExp, name: () => string])[] = [
  [/^\/cs(?:[?#]|$)/, () => commonText('float.service')],
  [/^\/app\/live\/./, () => commonText('float.room')],
  [/^\/app\/(?:promos|activity|carnivalactivity)(?:[/?#]|$)/, () => commonText('nav.promos')],
]

function nameOf(target: JumpTarget): string {
  if (target.kind === 'outside') return target.host
  const path = target.kind === 'path' ? target.path : ''
  return NAMES.find(([form]) => form.test(path))?.[1]() ?? commonText('float.entry')
}

/**
 * S7.30: the window of one side: the first one that is not closed, has a picture of this origin and a safe, enabled
 * target. Windows without a target are not shown.
 */
export function floatEntry(
  list: readonly FloatWindow[],
  side: FloatWindow['position'],
  closed: readonly string[],
  entrances: Entrances,
): FloatEntry | null {
  for (const window of list) {
    if (window.position !== side || closed.includes(window.id) || !isSitePath(window.img)) continue
    const target = jumpTarget(window)
    if (target.kind === 'outside' || (target.kind === 'path' && isEntryEnabled(target.path, entrances))) {
      return { window, name: nameOf(target) }
    }
  }
  return null
}
