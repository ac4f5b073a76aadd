import { atom } from 'jotai/vanilla'

/** How this browser likes its interface (Annex F, key `ui`). Nothing about the member is in it. */
export interface UiPreferences {
  /** Chat text in pixels (look: 14, 16, 18). */
  readonly chatSize: 14 | 16 | 18
  readonly isMuted: boolean
  /** 0 to 1. */
  readonly volume: number
  readonly showsDanmaku: boolean
}

export const DEFAULT_UI_PREFERENCES: UiPreferences = { chatSize: 14, isMuted: false, volume: 0.8, showsDanmaku: true }

const KEY = 'ui'

/** Reads what is stored value by value: a field of another type or version falls back to its default. */
export function readUiPreferences(text: string | null): UiPreferences {
  const stored = parse(text)
  const { chatSize, isMuted, volume, showsDanmaku } = stored
  return {
    chatSize: chatSize === 16 || chatSize === 18 ? chatSize : DEFAULT_UI_PREFERENCES.chatSize,
    isMuted: typeof isMuted === 'boolean' ? isMuted : DEFAULT_UI_PREFERENCES.isMuted,
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : DEFAULT_UI_PREFERENCES.volume,
    showsDanmaku: typeof showsDanmaku === 'boolean' ? showsDanmaku : DEFAULT_UI_PREFERENCES.showsDanmaku,
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

const valueAtom = atom<UiPreferences>(readUiPreferences(stored()?.getItem(KEY) ?? null))

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
