import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable, pipeline as connectStreams } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import * as z from 'zod'
import { StartError } from '../../config/start-error.ts'

/*
 * A backup is a gzip file of text lines, the same for the embedded database and PostgreSQL (decision 139):
 *
 *   {"format":"grandstand-backup", …}   header
 *   ["table","member",["id", …]]        begins a table; names its columns
 *   {"id":"…", …}                       a row, written and read by `row_to_json` and `json_populate_recordset`
 *   ["end",{"rows":{"member":12, …},"sha256":"…","mac":"…"}]
 *
 * `sha256` covers all bytes before the last line; `mac` also proves that the writer had SECRET.
 */

const FORMAT = 'grandstand-backup'
const FORMAT_VERSION = 1
const OWNER_ONLY = 0o600
const KEY_BYTES = 32
/** A row with the largest picture has 21 MB. */
const MAX_LINE_CHARACTERS = 64 * 1024 * 1024

const Header = z.object({
  format: z.literal(FORMAT),
  formatVersion: z.number().int().min(1),
  /** Version of the program that wrote it. */
  program: z.string(),
  /** ISO time of the snapshot. */
  createdAt: z.iso.datetime(),
  /** Time of the newest migration of the database, epoch milliseconds. */
  migration: z.number().int(),
})
export type BackupHeader = z.infer<typeof Header>

const End = z.tuple([
  z.literal('end'),
  z.object({
    rows: z.record(z.string(), z.number().int().min(0)),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    mac: z.string().regex(/^[0-9a-f]{64}$/),
  }),
])
const TableStart = z.tuple([z.literal('table'), z.string(), z.array(z.string()).min(1)])

/** A part of a backup, in order: the begin of a table, or some of its rows as JSON texts. */
export type BackupPart =
  | { readonly table: string; readonly columns: readonly string[] }
  | { readonly rows: readonly string[] }

export interface BackupSummary {
  readonly header: BackupHeader
  /** Number of rows by table. */
  readonly rows: Readonly<Record<string, number>>
}

/**
 * Writes a backup that only its owner can read. The file appears when it is complete and on the disk.
 *
 * @throws StartError if the file exists or its folder cannot be written to
 */
export async function writeBackup(
  file: string,
  secret: string,
  content: {
    readonly header: Omit<BackupHeader, 'format' | 'formatVersion'>
    readonly parts: AsyncIterable<BackupPart>
  },
): Promise<BackupSummary> {
  if (existsSync(file)) throw new StartError(`${file} exists; choose another name or move it away`)
  const partial = `${file}.partial`
  const header: BackupHeader = { format: FORMAT, formatVersion: FORMAT_VERSION, ...content.header }
  const rows: Record<string, number> = {}
  async function* lines(): AsyncGenerator<string> {
    const hash = createHash('sha256')
    const take = (text: string): string => {
      hash.update(text)
      return text
    }
    yield take(`${JSON.stringify(header)}\n`)
    let table = ''
    for await (const part of content.parts) {
      if ('table' in part) {
        table = part.table
        rows[table] = 0
        yield take(`${JSON.stringify(['table', table, part.columns])}\n`)
      } else if (part.rows.length > 0) {
        rows[table] = (rows[table] ?? 0) + part.rows.length
        yield take(`${part.rows.join('\n')}\n`)
      }
    }
    const sha256 = hash.digest('hex')
    yield `${JSON.stringify(['end', { rows, sha256, mac: macOf(secret, sha256, rows) }])}\n`
  }
  try {
    await pipeline(Readable.from(lines()), createGzip(), createWriteStream(partial, { mode: OWNER_ONLY }))
    const handle = await open(partial, 'r')
    await handle.sync()
    await handle.close()
    renameSync(partial, file)
  } catch (error) {
    rmSync(partial, { force: true })
    if (!(error instanceof Error && 'syscall' in error)) throw error
    throw new StartError(`${file} cannot be written (${'code' in error ? String(error.code) : error.message})`, {
      cause: error,
    })
  }
  return { header, rows }
}

/**
 * Reads a whole backup and checks it: complete, unchanged, and written with one of these secrets.
 *
 * @throws StartError with the reason
 */
export async function verifyBackup(file: string, secrets: readonly string[]): Promise<BackupSummary> {
  const hash = createHash('sha256')
  const rows: Record<string, number> = {}
  let header: BackupHeader | null = null
  let table = ''
  let end: z.infer<typeof End>[1] | null = null
  for await (const lines of linesOf(file)) {
    for (const line of lines) {
      if (end !== null) throw damaged(file, 'something follows its end')
      if (header === null) {
        header = headerOf(line, file)
      } else if (line.startsWith('["end"')) {
        end = parsed(End, line, file)[1]
        continue
      } else if (line.startsWith('[')) {
        table = parsed(TableStart, line, file)[1]
        rows[table] = 0
      } else {
        rows[table] = (rows[table] ?? 0) + 1
      }
      hash.update(line).update('\n')
    }
  }
  if (header === null) throw foreign(file)
  if (end === null) throw damaged(file, 'its end is missing')
  const sha256 = hash.digest('hex')
  if (sha256 !== end.sha256) throw damaged(file, 'its content has changed')
  const mac = Buffer.from(end.mac, 'hex')
  const isOurs = secrets.some((secret) => timingSafeEqual(Buffer.from(macOf(secret, sha256, end.rows), 'hex'), mac))
  if (!isOurs) {
    throw new StartError(
      `${file} was written with another SECRET. Without it phones and addresses cannot be read: set SECRET to it, or add it to EARLIER_SECRETS`,
    )
  }
  return { header, rows: end.rows }
}

/** The tables and rows of a backup that {@link verifyBackup} has accepted. */
export async function* partsOf(file: string): AsyncGenerator<BackupPart> {
  let isHeader = true
  for await (const lines of linesOf(file)) {
    let rows: string[] = []
    for (const line of lines) {
      if (line.startsWith('[')) {
        yield { rows }
        rows = []
        if (line.startsWith('["end"')) return
        const [, table, columns] = parsed(TableStart, line, file)
        yield { table, columns }
      } else if (!isHeader) {
        rows.push(line)
      }
      isHeader = false
    }
    yield { rows }
  }
}

function headerOf(line: string, file: string): BackupHeader {
  const found = jsonOf(line)
  const version = z.object({ format: z.literal(FORMAT), formatVersion: z.number() }).safeParse(found)
  if (!version.success) throw foreign(file)
  if (version.data.formatVersion > FORMAT_VERSION) throw newer(file)
  return parsed(Header, line, file)
}

function parsed<Output>(schema: z.ZodType<Output>, line: string, file: string): Output {
  const result = schema.safeParse(jsonOf(line))
  if (!result.success) throw damaged(file, 'a line is malformed')
  return result.data
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line) as unknown
  } catch {
    return undefined
  }
}

/** The lines of a gzip file without their line breaks, some at a time. */
async function* linesOf(file: string): AsyncGenerator<readonly string[]> {
  const gunzip = createGunzip()
  gunzip.setEncoding('utf8')
  // An error of the file destroys `gunzip` with it.
  connectStreams(createReadStream(file), gunzip, () => undefined)
  let rest = ''
  try {
    for await (const chunk of gunzip as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > MAX_LINE_CHARACTERS) throw damaged(file, 'a line is too long')
      yield lines
    }
  } catch (error) {
    if (error instanceof StartError || !(error instanceof Error) || !('code' in error)) throw error
    if (error.code === 'Z_BUF_ERROR') throw damaged(file, 'its end is missing')
    if (String(error.code).startsWith('Z_'))
      throw isGzip(error) ? damaged(file, 'its content has changed') : foreign(file)
    throw new StartError(`${file} cannot be read (${String(error.code)})`, { cause: error })
  }
}

function isGzip(error: Error): boolean {
  return error.message !== 'incorrect header check'
}

function macOf(secret: string, sha256: string, rows: Readonly<Record<string, number>>): string {
  const key = Buffer.from(hkdfSync('sha256', secret, 'grandstand', 'backup', KEY_BYTES))
  return createHmac('sha256', key)
    .update(`${sha256} ${JSON.stringify(rows)}`)
    .digest('hex')
}

function damaged(file: string, reason: string): StartError {
  return new StartError(`${file} is damaged: ${reason}. Use another backup`)
}

function foreign(file: string): StartError {
  return new StartError(`${file} is not a backup of this program`)
}

/** The error for a backup that this version does not understand. */
export function newer(file: string): StartError {
  return new StartError(`${file} was written by a newer version of this program. Install that version`)
}
