import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { store } from '#state/store.ts'
import type { CreateEngine, EngineChoice } from './engine.ts'

/** Loads an engine; the libraries come only when a line needs them. */
export async function importEngine(choice: EngineChoice): Promise<CreateEngine> {
  if (choice === 'flv') return (await import('./flv-engine.ts')).createFlvEngine
  if (choice === 'mpegts') return (await import('./mpegts-engine.ts')).createMpegtsEngine
  const { createHlsEngine, isHlsSupported } = await import('./hls-engine.ts')
  if (isHlsSupported()) return createHlsEngine
  return (await import('./native-engine.ts')).createNativeEngine
}

/**
 * Fetches the engine of the first line that rooms have, FLV, before the line itself is known: call it when a room's data
 * is asked for. Browsers without Media Source Extensions have no use for it.
 */
export function preloadEngine(): void {
  if (!('MediaSource' in window)) return
  const { flvEngine } = store.get(uiPreferencesAtom)
  importEngine(flvEngine === 'mpegts' ? 'mpegts' : 'flv').catch(() => undefined) // asked for again, and told of, with the line
}
