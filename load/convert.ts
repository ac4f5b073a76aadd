import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { openLogFile } from './log-file.ts'
import type { LogEvent } from '#load/readers/events.ts'
import type { LogAccount } from '#protocol/worker/lab-log.ts'
import { accountTexts } from '#load/readers/log-account.ts'
import { lineOf } from '#load/readers/own-lines.ts'

/** Names that are recognized in texts. */
const MAX_NAMES = 100_000

/**
 * Replaces names by pseudonyms. The same name has the same pseudonym in all logs; a person who knows a name can compute
 * it, so a converted log is not anonymous.
 */
export class Pseudonyms {
  readonly #known = new Map<string, string>()

  of(name: string): string {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const pseudonym = `viewer-${createHash('sha256').update(`grandstand:${name}`).digest('hex').slice(0, 10)}`
    if (this.#known.size < MAX_NAMES) this.#known.set(name, pseudonym)
    return pseudonym
  }

  /** The text with `@name` replaced for names that were seen before. */
  inText(text: string): string {
    if (!text.includes('@')) return text
    return text.replace(/@([^\s@,.:;!?，。：；！？]+)/gu, (whole, name: string) => {
      const pseudonym = this.#known.get(name)
      return pseudonym === undefined ? whole : `@${pseudonym}`
    })
  }

  /** The event without names. */
  hide(event: LogEvent): LogEvent {
    const nameOf = (name: string | null): string | null => (name === null ? null : this.of(name))
    if (event.type === 'deletion') {
      const { target } = event
      return target !== 'all' && 'account' in target
        ? { ...event, target: { account: this.of(target.account) } }
        : event
    }
    const author = { user: nameOf(event.user), account: nameOf(event.account) }
    return event.type === 'gift' ? { ...event, ...author } : { ...event, ...author, text: this.inText(event.text) }
  }
}

export interface ConvertOptions {
  readonly file: string
  readonly out: string
  readonly format: string | null
  readonly keepNames: boolean
}

/** @throws an error that names the option */
export function readConvertOptions(args: readonly string[]): ConvertOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { out: { type: 'string' }, format: { type: 'string' }, 'keep-names': { type: 'boolean', default: false } },
  })
  const [file, ...rest] = positionals
  if (file === undefined || rest.length > 0) {
    throw new Error('convert expects one log: convert FILE [--out FILE] [--format NAME] [--keep-names]')
  }
  const out = path.resolve(values.out ?? `${path.basename(file).replace(/(\.[a-z0-9_]{1,9})+$/i, '')}.jsonl`)
  if (out === path.resolve(file)) throw new Error(`--out must not be the log itself: ${out}`)
  return { file: path.resolve(file), out, format: values.format ?? null, keepNames: values['keep-names'] }
}

/** Writes a log as JSON lines of this tool, with its own times from zero. */
export async function convert({ file, out, format, keepNames }: ConvertOptions): Promise<LogAccount> {
  const replay = await openLogFile(file, { format, maxGapMs: null, spread: false })
  const names = new Pseudonyms()
  const stream = createWriteStream(out, { flags: 'w' })
  const failed = new Promise<never>((_, reject) => stream.on('error', reject))
  failed.catch(() => undefined)
  for await (const events of replay.batches) {
    const lines = events.map((event) => lineOf(keepNames ? event : names.hide(event)))
    if (!stream.write(`${lines.join('\n')}\n`)) await Promise.race([once(stream, 'drain'), failed])
  }
  await Promise.race([
    new Promise<void>((resolve) => stream.end((error?: Error | null) => (error ? undefined : resolve()))),
    failed,
  ])
  return replay.account()
}

export async function runConvert(args: readonly string[]): Promise<void> {
  const options = readConvertOptions(args)
  const account = await convert(options)
  for (const line of accountTexts(account)) console.log(line)
  console.log(`written to ${path.relative('', options.out)}${options.keepNames ? '' : ', names are pseudonyms'}`)
}
