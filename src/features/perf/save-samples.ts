import { saveFile } from '#lib/save-file.ts'
import type { Sample } from './samples.ts'

/** The samples of the last minute with what they were taken on, as text of a JSON file. */
export function samplesJson(samples: readonly Sample[], takenAt: Date, userAgent: string): string {
  return `${JSON.stringify({ product: 'grandstand', takenAt: takenAt.toISOString(), userAgent, samples }, null, 2)}\n`
}

/** Saves them as a file. */
export function saveSamples(samples: readonly Sample[]): void {
  const now = new Date()
  const blob = new Blob([samplesJson(samples, now, navigator.userAgent)], { type: 'application/json' })
  saveFile(blob, `grandstand-stats-${now.toISOString().replaceAll(':', '-')}.json`)
}
