/** How lines cross the picture (research/livechat.md goal 9). */
export interface DanmakuSettings {
  /** 0.3 to 1. */
  readonly opacity: number
  /** How much of the picture they may cover, from the top. */
  readonly area: 'few' | 'half' | 'full'
  readonly speed: 'slow' | 'normal' | 'fast'
  readonly size: 'small' | 'normal' | 'large'
  readonly density: 'sparse' | 'normal' | 'dense'
}

export const DEFAULT_DANMAKU: DanmakuSettings = {
  opacity: 1,
  area: 'few',
  speed: 'normal',
  size: 'normal',
  density: 'normal',
}

/** Where nothing was chosen: a machine that has enough to do begins with fewer lines (research/livechat.md goal 9). */
export function defaultDanmaku({ isCalm }: { readonly isCalm: boolean }): DanmakuSettings {
  return isCalm ? { ...DEFAULT_DANMAKU, density: 'sparse' } : DEFAULT_DANMAKU
}

export const DANMAKU_CHOICES = {
  area: ['few', 'half', 'full'],
  speed: ['slow', 'normal', 'fast'],
  size: ['small', 'normal', 'large'],
  density: ['sparse', 'normal', 'dense'],
} as const satisfies { readonly [Key in Exclude<keyof DanmakuSettings, 'opacity'>]: readonly DanmakuSettings[Key][] }

export const DANMAKU_OPACITY = { min: 0.3, max: 1, step: 0.1 } as const

/** Time across the picture; look.md: 8 s. */
export const DANMAKU_DURATION_MS = { slow: 11_000, normal: 8_000, fast: 6_000 } as const
export const DANMAKU_FONT_PX = { small: 14, normal: 18, large: 24 } as const
/** Lines on screen at once. */
export const DANMAKU_MAX = { sparse: 8, normal: 20, dense: 48 } as const
const AREA_SHARE = { few: 0.4, half: 0.5, full: 1 } as const
const FEWEST_LANES_OF = { wide: 3, narrow: 2 } as const
const LINE_HEIGHT = 1.6

/** Reads what is stored value by value: what is not understood falls back to its default. */
export function readDanmaku(stored: unknown, defaults = DEFAULT_DANMAKU): DanmakuSettings {
  const given: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {}
  const { opacity } = given
  const isOpacity = typeof opacity === 'number' && opacity >= DANMAKU_OPACITY.min && opacity <= DANMAKU_OPACITY.max
  return {
    opacity: isOpacity ? opacity : defaults.opacity,
    area: oneOf(DANMAKU_CHOICES.area, given['area'], defaults.area),
    speed: oneOf(DANMAKU_CHOICES.speed, given['speed'], defaults.speed),
    size: oneOf(DANMAKU_CHOICES.size, given['size'], defaults.size),
    density: oneOf(DANMAKU_CHOICES.density, given['density'], defaults.density),
  }
}

function oneOf<Value extends string>(choices: readonly Value[], given: unknown, fallback: Value): Value {
  return choices.find((choice) => choice === given) ?? fallback
}

/** Height of a lane in pixels. */
export function danmakuTrackHeight({ size }: Pick<DanmakuSettings, 'size'>): number {
  return Math.round(DANMAKU_FONT_PX[size] * LINE_HEIGHT)
}

/** How many lanes a stage of this size has; look.md: at most three lines on a desktop, two on a phone, unless asked for more. */
export function danmakuTrackCount(settings: DanmakuSettings, stage: { width: number; height: number }): number {
  const fitting = Math.floor((stage.height * AREA_SHARE[settings.area]) / danmakuTrackHeight(settings))
  const most = settings.area === 'few' ? FEWEST_LANES_OF[stage.width >= 600 ? 'wide' : 'narrow'] : fitting
  return Math.max(1, Math.min(fitting, most))
}
