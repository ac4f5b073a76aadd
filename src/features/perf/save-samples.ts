import { saveFile } from '#lib/save-file.ts'
import type { Sample } from './samples.ts'

/** The samples of the last minute and the user agent as JSON. */
export function samplesJson(samples: readonly Sample[], takenAt: Date, userAgent: string): string {
  return `${JSON.stringify({ product: 'grandstand', takenAt: takenAt.toISOString(), userAgent, samples }, null, 2)}\n`
}

/** Downloads the samples as a file. */
export function saveSamples(samples: readonly Sample[]): void {
  const now = new Date()
  const blob = new Blob([samplesJson(samples, now, navigator.userAgent)], { type: 'application/json' })
  saveFile(blob, `grandstand-stats-${now.toISOString().replaceAll(':', '-')}.json`)
}
