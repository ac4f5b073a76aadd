/** Settings of danmaku, the chat messages that cross the video. */
export interface DanmakuSettings {
  /** 0.3 to 1. */
  readonly opacity: number
  /** How much of the video they may cover, from the top. */
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

/** Returns the default settings; a weak device gets fewer messages. */
export function defaultDanmaku({ isLowMotion }: { readonly isLowMotion: boolean }): DanmakuSettings {
  return isLowMotion ? { ...DEFAULT_DANMAKU, density: 'sparse' } : DEFAULT_DANMAKU
}

export const DANMAKU_CHOICES = {
  area: ['few', 'half', 'full'],
  speed: ['slow', 'normal', 'fast'],
  size: ['small', 'normal', 'large'],
  density: ['sparse', 'normal', 'dense'],
} as const satisfies { readonly [Key in Exclude<keyof DanmakuSettings, 'opacity'>]: readonly DanmakuSettings[Key][] }

export const DANMAKU_OPACITY = { min: 0.3, max: 1, step: 0.1 } as const

/** Time to cross the video. */
export const DANMAKU_DURATION_MS = { slow: 11_000, normal: 8_000, fast: 6_000 } as const
export const DANMAKU_FONT_PX = { small: 14, normal: 18, large: 24 } as const
/** Messages on screen at once. */
export const DANMAKU_MAX = { sparse: 8, normal: 20, dense: 48 } as const
const AREA_SHARE = { few: 0.4, half: 0.5, full: 1 } as const
const FEW_TRACKS = { wide: 3, narrow: 2 } as const
const LINE_HEIGHT = 1.6

/** Parses stored settings field by field. An invalid field gets its default. */
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

/** Returns the height of a track in pixels. */
export function danmakuTrackHeight({ size }: Pick<DanmakuSettings, 'size'>): number {
  return Math.round(DANMAKU_FONT_PX[size] * LINE_HEIGHT)
}

/** Returns the number of tracks of a stage. The default is at most three on a desktop and two on a phone. */
export function danmakuTrackCount(settings: DanmakuSettings, stage: { width: number; height: number }): number {
  const fitting = Math.floor((stage.height * AREA_SHARE[settings.area]) / danmakuTrackHeight(settings))
  const max = settings.area === 'few' ? FEW_TRACKS[stage.width >= 600 ? 'wide' : 'narrow'] : fitting
  return Math.max(1, Math.min(fitting, max))
}
