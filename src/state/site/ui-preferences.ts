import { atom } from 'jotai/vanilla'
import { type DanmakuSettings, DEFAULT_DANMAKU, defaultDanmaku, readDanmaku } from '../room/danmaku-settings.ts'
import { isLowMotion, deviceTraits } from '../effects/low-motion.ts'
import { parseNoticeVersions } from './notice-versions.ts'

/** The library for FLV streams. `auto`: flv.js, with mpegts.js as the fallback. */
export type FlvEngine = 'auto' | 'flv' | 'mpegts'

/** Interface preferences of this browser (Annex F, key `ui`). Contains nothing about the member but a remembered name. */
export interface UiPreferences {
  /** Chat text in pixels (look: 14, 16, 18). */
  readonly chatSize: 14 | 16 | 18
  /** The chat list pauses while the pointer rests on it. */
  readonly pausesOnHover: boolean
  readonly isMuted: boolean
  /** 0 to 1. */
  readonly volume: number
  readonly flvEngine: FlvEngine
  /** Height in pixels of the chosen video quality; null is automatic. */
  readonly quality: number | null
  /** Single-key shortcuts in the room. Can be disabled, because speech input or a tremor may trigger them (WCAG 2.1.4). */
  readonly hasShortcuts: boolean
  readonly showsDanmaku: boolean
  /** The skin changes with the light and dark of the system, where the viewer can choose the skin. */
  readonly followsSystem: boolean
  /** The picture of a room goes on in a small window when the viewer leaves the room. */
  readonly hasMiniPlayer: boolean
  /** Gifts are confirmed at each multiple of this sum of coins in a visit (decision 96). */
  readonly giftPauseCoins: (typeof GIFT_PAUSE_COINS)[number]
  /** Amounts of the wallet are shown as dots. */
  readonly hidesAmounts: boolean
  readonly danmaku: DanmakuSettings
  /** Effects shown besides chat, each with its own switch. */
  readonly shows: ShowSwitches
  /** Versions of opened announcements, and of those that have been shown as a popup (notice-versions.ts). */
  readonly readNotices: readonly string[]
  readonly seenPopups: readonly string[]
  /** The account name, if the member wants the sign-in form to remember it; else empty. */
  readonly accountName: string
  /** The viewer has confirmed the age of the age gate. */
  readonly isOfAge: boolean
}

/** The sums that a member can choose. */
export const GIFT_PAUSE_COINS = [1_000, 5_000, 10_000, 50_000] as const

export interface ShowSwitches {
  /** Welcome strip above the composer. */
  readonly entryNotes: boolean
  /** Entrances of high-level members over the video. */
  readonly entryEffects: boolean
  /** Gift trays beside the chat. */
  readonly giftBanners: boolean
  /** Full-screen gift effects. */
  readonly giftEffects: boolean
  /** Banners of the whole site over the video. */
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
  quality: null,
  hasShortcuts: true,
  showsDanmaku: true,
  followsSystem: false,
  hasMiniPlayer: true,
  giftPauseCoins: 5_000,
  hidesAmounts: false,
  danmaku: DEFAULT_DANMAKU,
  shows: ALL_SHOWN,
  readNotices: [],
  seenPopups: [],
  accountName: '',
  isOfAge: false,
}

const KEY = 'ui'
const ACCOUNT_NAME = /^[a-z][a-z\d]{3,10}$/

/** Parses stored preferences field by field. An invalid field gets its default, which for danmaku depends on the device. */
export function readUiPreferences(text: string | null, danmakuDefaults = DEFAULT_DANMAKU): UiPreferences {
  const stored = parse(text)
  const { chatSize, pausesOnHover, isMuted, volume, flvEngine, hasShortcuts, showsDanmaku } = stored
  const { danmaku, shows, hasMiniPlayer, followsSystem, readNotices, seenPopups, giftPauseCoins } = stored
  const { accountName, isOfAge, hidesAmounts, quality } = stored
  return {
    chatSize: chatSize === 16 || chatSize === 18 ? chatSize : DEFAULT_UI_PREFERENCES.chatSize,
    pausesOnHover: pausesOnHover === true,
    isMuted: typeof isMuted === 'boolean' ? isMuted : DEFAULT_UI_PREFERENCES.isMuted,
    volume: readVolume(volume),
    flvEngine: flvEngine === 'flv' || flvEngine === 'mpegts' ? flvEngine : DEFAULT_UI_PREFERENCES.flvEngine,
    quality: typeof quality === 'number' && quality > 0 ? quality : null,
    hasShortcuts: hasShortcuts !== false,
    showsDanmaku: typeof showsDanmaku === 'boolean' ? showsDanmaku : DEFAULT_UI_PREFERENCES.showsDanmaku,
    followsSystem: followsSystem === true,
    hasMiniPlayer: hasMiniPlayer !== false,
    giftPauseCoins: GIFT_PAUSE_COINS.find((coins) => coins === giftPauseCoins) ?? DEFAULT_UI_PREFERENCES.giftPauseCoins,
    hidesAmounts: hidesAmounts === true,
    danmaku: readDanmaku(danmaku, danmakuDefaults),
    shows: readShows(shows),
    readNotices: parseNoticeVersions(readNotices),
    seenPopups: parseNoticeVersions(seenPopups),
    accountName: typeof accountName === 'string' && ACCOUNT_NAME.test(accountName) ? accountName : '',
    isOfAge: isOfAge === true,
  }
}

function readVolume(stored: unknown): number {
  return typeof stored === 'number' && stored >= 0 && stored <= 1 ? stored : DEFAULT_UI_PREFERENCES.volume
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

/** Returns localStorage; null if forbidden. Preferences then last as long as the page. */
function localStorageOrNull(): Storage | null {
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null
  }
}

const deviceDanmaku = defaultDanmaku({ isLowMotion: isLowMotion({ prefersReducedMotion: false, ...deviceTraits() }) })

const valueAtom = atom<UiPreferences>(readUiPreferences(localStorageOrNull()?.getItem(KEY) ?? null, deviceDanmaku))

/**
 * Applies changes made in another tab, also those between load and first use. Otherwise the next change in this tab would
 * overwrite them with old values. Sound settings are per tab, because muting one room does not mute another.
 */
valueAtom.onMount = (set) => {
  const apply = (stored: string | null) => {
    if (stored === null) return
    const other = readUiPreferences(stored, deviceDanmaku)
    set(({ isMuted, volume }) => ({ ...other, isMuted, volume }))
  }
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === KEY) apply(newValue)
  }
  apply(localStorageOrNull()?.getItem(KEY) ?? null)
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** The preferences. Writing takes the changed fields and stores all of them. */
export const uiPreferencesAtom = atom(
  (get) => get(valueAtom),
  (get, set, change: Partial<UiPreferences>) => {
    const next = { ...get(valueAtom), ...change }
    set(valueAtom, next)
    try {
      localStorageOrNull()?.setItem(KEY, JSON.stringify(next))
    } catch {
      // Full or forbidden: see localStorageOrNull().
    }
  },
)
