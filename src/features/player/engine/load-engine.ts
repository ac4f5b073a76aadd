import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { store } from '#state/store.ts'
import type { CreateEngine, EngineChoice } from './engine.ts'

/** Loads the code of an engine on demand. */
export async function importEngine(choice: EngineChoice): Promise<CreateEngine> {
  if (choice === 'flv') return (await import('./flv-engine.ts')).createFlvEngine
  if (choice === 'mpegts') return (await import('./mpegts-engine.ts')).createMpegtsEngine
  const { createHlsEngine, isHlsSupported } = await import('./hls-engine.ts')
  if (isHlsSupported()) return createHlsEngine
  return (await import('./native-engine.ts')).createNativeEngine
}

/**
 * Preloads the engine of the usual first source, FLV, before the source is known. Call it when the data of a room is
 * requested. Not useful without Media Source Extensions.
 */
export function preloadEngine(): void {
  if (!('MediaSource' in window)) return
  const { flvEngine } = store.get(uiPreferencesAtom)
  importEngine(flvEngine === 'mpegts' ? 'mpegts' : 'flv').catch(() => undefined) // requested again, and reported, with the source
}
