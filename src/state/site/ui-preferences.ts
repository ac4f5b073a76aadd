import { atom } from 'jotai/vanilla'
import type { DanmakuSettings } from '../room/danmaku-settings.ts'
import { defaultDanmaku, DEFAULT_DANMAKU, readDanmaku } from '../room/danmaku-settings.ts'
import { isLowMotion, deviceTraits } from '../effects/low-motion.ts'
import { parseNoticeVersions } from './notice-versions.ts'

/** The library for FLV lines. `auto`: flv.js, and mpegts.js where that one cannot start. */
export type FlvEngine = 'auto' | 'flv' | 'mpegts'

/** How this browser likes its interface (Annex F, key `ui`). Nothing about the member is in it. */
export interface UiPreferences {
  /** Chat text in pixels (look: 14, 16, 18). */
  readonly chatSize: 14 | 16 | 18
  /** The list holds still while the pointer rests on it. */
  readonly pausesOnHover: boolean
  readonly isMuted: boolean
  /** 0 to 1. */
  readonly volume: number
  readonly flvEngine: FlvEngine
  /** Single keys act on the room: they can be switched off, since a voice or a tremor presses them too (WCAG 2.1.4). */
  readonly hasShortcuts: boolean
  readonly showsDanmaku: boolean
  readonly danmaku: DanmakuSettings
  /** What may appear over the room besides chat, each switched by itself (research/livechat.md goal 9). */
  readonly shows: ShowSwitches
  /** Versions of announcements that were opened, and of those that have opened by themselves (notice-marks.ts). */
  readonly readNotices: readonly string[]
  readonly seenPopups: readonly string[]
}

export interface ShowSwitches {
  /** Who has come in, above the composer. */
  readonly entryNotes: boolean
  /** The entrance of high-level members over the picture. */
  readonly entryEffects: boolean
  /** Trays of gifts beside the chat. */
  readonly giftBanners: boolean
  /** Gifts that fill the picture. */
  readonly giftEffects: boolean
  /** News of the whole site across the picture. */
  readonly siteBanners: boolean
}

const ALL_SHOWN: ShowSwitches = {
  entryNotes: true,
  entryEffects: true,
  giftBanners: true,
  giftEffects: true,
  siteBanners: true,
}

export const DEFAULT_UI_PREFERENCES: UiPreferences = {
  chatSize: 14,
  pausesOnHover: false,
  isMuted: false,
  volume: 0.8,
  flvEngine: 'auto',
  hasShortcuts: true,
  showsDanmaku: true,
  danmaku: DEFAULT_DANMAKU,
  shows: ALL_SHOWN,
  readNotices: [],
  seenPopups: [],
}

const KEY = 'ui'

/**
 * Reads what is stored value by value: a field of another type or version falls back to its default, which for danmaku
 * may depend on the machine.
 */
export function readUiPreferences(text: string | null, danmakuDefaults = DEFAULT_DANMAKU): UiPreferences {
  const stored = parse(text)
  const { chatSize, pausesOnHover, isMuted, volume, flvEngine, hasShortcuts, showsDanmaku } = stored
  const { danmaku, shows, readNotices, seenPopups } = stored
  return {
    chatSize: chatSize === 16 || chatSize === 18 ? chatSize : DEFAULT_UI_PREFERENCES.chatSize,
    pausesOnHover: pausesOnHover === true,
    isMuted: typeof isMuted === 'boolean' ? isMuted : DEFAULT_UI_PREFERENCES.isMuted,
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : DEFAULT_UI_PREFERENCES.volume,
    flvEngine: flvEngine === 'flv' || flvEngine === 'mpegts' ? flvEngine : DEFAULT_UI_PREFERENCES.flvEngine,
    hasShortcuts: hasShortcuts !== false,
    showsDanmaku: typeof showsDanmaku === 'boolean' ? showsDanmaku : DEFAULT_UI_PREFERENCES.showsDanmaku,
    danmaku: readDanmaku(danmaku, danmakuDefaults),
    shows: readShows(shows),
    readNotices: parseNoticeVersions(readNotices),
    seenPopups: parseNoticeVersions(seenPopups),
  }
}

function readShows(stored: unknown): ShowSwitches {
  const given: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {}
  const read = (key: keyof ShowSwitches): boolean => (typeof given[key] === 'boolean' ? given[key] : ALL_SHOWN[key])
  return {
    entryNotes: read('entryNotes'),
    entryEffects: read('entryEffects'),
    giftBanners: read('giftBanners'),
    giftEffects: read('giftEffects'),
    siteBanners: read('siteBanners'),
  }
}

function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** Storage may be forbidden or full: the preference then lasts as long as the page. */
function stored(): Storage | null {
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null
  }
}

const onThisMachine = defaultDanmaku({ isCalm: isLowMotion({ prefersReducedMotion: false, ...deviceTraits() }) })

const valueAtom = atom<UiPreferences>(readUiPreferences(stored()?.getItem(KEY) ?? null, onThisMachine))

/**
 * What another tab has changed holds here too; otherwise the next change made here would store the whole of then, switch
 * on again what was switched off, and make news of what was read. Only the sound stays as it is in each tab: who mutes
 * one room has not muted the other.
 */
valueAtom.onMount = (set) => {
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key !== KEY || newValue === null) return
    const other = readUiPreferences(newValue, onThisMachine)
    set(({ isMuted, volume }) => ({ ...other, isMuted, volume }))
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

/** The preferences; writing takes the fields that change and stores the whole. */
export const uiPreferencesAtom = atom(
  (get) => get(valueAtom),
  (get, set, change: Partial<UiPreferences>) => {
    const next = { ...get(valueAtom), ...change }
    set(valueAtom, next)
    try {
      stored()?.setItem(KEY, JSON.stringify(next))
    } catch {
      // Full or forbidden: see stored().
    }
  },
)
