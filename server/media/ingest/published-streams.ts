import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from '../../config/log.ts'
import { isStreamName } from '../streams.ts'

const FOLDER = 'media'
const FILE = 'published.json'
const OWNER_ONLY = 0o600

/** Stores in the data folder which streams have a publisher, so that a restart does not show the clip in between. */
export class PublishedStreams {
  readonly #folder: string
  readonly #log: Pick<Logger, 'warn'>
  readonly #streams = new Set<string>()

  constructor(dataDir: string, log: Pick<Logger, 'warn'>) {
    this.#folder = join(dataDir, FOLDER)
    this.#log = log
  }

  /** The stored names; empty if the file is missing or invalid. */
  read(): string[] {
    for (const name of this.#readFile()) this.#streams.add(name)
    return [...this.#streams]
  }

  add(stream: string): void {
    if (this.#streams.has(stream)) return
    this.#streams.add(stream)
    this.#write()
  }

  remove(stream: string): void {
    if (this.#streams.delete(stream)) this.#write()
  }

  #readFile(): string[] {
    try {
      const found: unknown = JSON.parse(readFileSync(join(this.#folder, FILE), 'utf8'))
      return Array.isArray(found) ? found.filter((name) => typeof name === 'string' && isStreamName(name)) : []
    } catch {
      return [] // Nobody has published yet.
    }
  }

  #write(): void {
    const file = join(this.#folder, FILE)
    try {
      if (this.#streams.size === 0) return rmSync(file, { force: true })
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      writeFileSync(file, `${JSON.stringify([...this.#streams])}\n`, { mode: OWNER_ONLY })
    } catch (error) {
      this.#log.warn(
        { err: error },
        'the published streams could not be stored; after a restart their rooms show the clip',
      )
    }
  }
}
