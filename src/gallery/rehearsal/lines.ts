import { type CodeName, CODES } from '#protocol/codes.ts'
import { rehearse } from './messages.ts'
import type { Effect } from '#app/outcomes/outcome.ts'
import { outcomeEffects } from '#app/outcomes/outcomes.ts'

/** Calls without side effects that nothing else makes meanwhile. */
type Probe = 'site.queryBanners' | 'site.perInfo'

const PATHS: Readonly<Record<Probe, string>> = {
  'site.queryBanners': '/banner/v1/queryBannerList',
  'site.perInfo': '/perInfo/v5/get',
}

/** A code, optionally with data, as response to a harmless call. */
export interface RehearsalLine {
  readonly key: string
  readonly code: number
  readonly name: CodeName
  readonly variant: string | null
  readonly probe: Probe
  readonly path: string
  readonly data?: unknown
}

type Variant = Partial<Pick<RehearsalLine, 'variant' | 'probe' | 'data'>>

const VARIANTS: Readonly<Partial<Record<CodeName, readonly Variant[]>>> = {
  SYSTEM_MAINTENANCE: [{}, { variant: rehearse('variant.perInfo'), probe: 'site.perInfo' }],
  ACCESS_CAVEAT_CODE: [
    { variant: rehearse('variant.open'), data: { maintainStatus: 1, reason: '线路调整中' } },
    { variant: rehearse('variant.maintained'), data: { maintainStatus: 0 } },
    { variant: rehearse('variant.isGo'), data: { maintainStatus: 1, isGo: 1 } },
  ],
  CHAT_MUTED: [{ data: { reason: '刷屏' } }],
}

/** All response codes (Annex A.1) in order. */
export const LINES: readonly RehearsalLine[] = (Object.keys(CODES) as CodeName[])
  .filter((name) => name !== 'SUCCESS')
  .flatMap((name) =>
    (VARIANTS[name] ?? [{}]).map(({ variant = null, probe = 'site.queryBanners', data }, index) => ({
      key: index === 0 ? String(CODES[name]) : `${CODES[name]}-${index}`,
      code: CODES[name],
      name,
      variant,
      probe,
      path: PATHS[probe],
      ...(data === undefined ? {} : { data }),
    })),
  )

const HEALED: ReadonlySet<CodeName> = new Set<CodeName>(['REKEY', 'STALE'])

function described(effect: Effect): string {
  switch (effect.type) {
    case 'alert':
      return rehearse('does.alert', { title: effect.title })
    case 'go':
      return rehearse('does.go', { to: effect.to.split('?')[0] ?? '' })
    case 'toast':
      return rehearse('does.toast', { text: effect.text })
    default:
      return rehearse(`does.${effect.type}`)
  }
}

/** Describes the effect of a code, using the real rules. */
export function effectOf({ code, name, path, data }: RehearsalLine): string {
  if (name === 'NEED_SAFE') return rehearse('does.safe')
  if (name === 'VERSION_MISMATCH') return rehearse('does.reload')
  if (HEALED.has(name)) return rehearse('does.heal')
  const here = '/gallery/outcomes'
  const effects = outcomeEffects(
    { code, message: '', path, details: data },
    {
      skin: 'glow',
      here,
      wayBack: here,
      now: 0,
      isAlertOpen: false,
      lastBlockadeAt: null,
      isBeingChecked: false,
    },
  )
  return effects.map(described).join('，') || rehearse('does.nothing')
}
