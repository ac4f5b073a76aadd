import { createHash, randomUUID } from 'node:crypto'
import { lstatSync, mkdirSync, realpathSync, unlinkSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from '../config/start-error.ts'

/** The field for the path of a Unix socket has 104 bytes on macOS and 108 on Linux, with an end mark. */
const SOCKET_PATH_MAX_BYTES = 103
/** An owner that is stopped takes connections and says nothing: it lives. */
const ANSWER_TIMEOUT_MS = 2_000

/** How an owner answers: its process, and a name that tells this lock from every other. */
interface Owner {
  readonly pid: string
  readonly name: string
}

/**
 * Takes the data folder for this process, or throws a StartError (settled 30): two processes on one embedded database
 * lose each other's writes without a word. The lock is a Unix socket in the folder: one that answers has an owner, one
 * that does not is left over from a killed process and is taken over. On Windows it is a named pipe, which goes with its
 * process. Returns what gives the folder back.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  let path: string
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    path = lockAddress(realpathSync.native(folder), process.platform)
  } catch (cause) {
    throw unwritable(folder, cause)
  }
  const leftOver = identityOf(path)
  const owner = await ownerOf(path)
  if (owner) throw taken(folder, owner)
  // Another process may have taken the left-over socket over in the meantime: then what lies there is not the same.
  if (leftOver !== null && leftOver === identityOf(path)) unlinkSync(path)
  const name = randomUUID()
  const server = await listen(path, name, folder)
  // Of two that found the same left-over socket, the one whose socket is at the path now has won.
  const winner = await ownerOf(path)
  if (winner?.name !== name) {
    server.close()
    throw taken(folder, winner)
  }
  return () => new Promise((done) => void server.close(() => done()))
}

function taken(folder: string, owner: Owner | null): StartError {
  const who = owner && owner.pid !== '' ? `process ${owner.pid}` : 'another process'
  return new StartError(
    `The data folder ${folder} is in use by ${who}; stop it first, or set DATA_DIR to another folder`,
  )
}

function unwritable(folder: string, cause: unknown): StartError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error'
  return new StartError(`The data folder ${folder} cannot be written to (${code}); check DATA_DIR`, { cause })
}

/**
 * Where the lock of a folder (its real path) listens: in the folder, or, where its path is too long for a socket, in the
 * system's folder under a name made of that path. Windows has one place for all pipes, and none in folders.
 */
export function lockAddress(folder: string, platform: NodeJS.Platform): string {
  const name = createHash('sha256').update(folder).digest('hex')
  if (platform === 'win32') return `\\\\.\\pipe\\grandstand-${name}`
  const inside = join(folder, 'lock')
  if (Buffer.byteLength(inside) <= SOCKET_PATH_MAX_BYTES) return inside
  return join(tmpdir(), `grandstand-${name.slice(0, 24)}.lock`)
}

/** Who listens at a path; null when nobody does. */
function ownerOf(path: string): Promise<Owner | null> {
  return new Promise((done) => {
    let isConnected = false
    let text = ''
    const socket = connect(path)
    socket.setEncoding('utf8').setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy())
    socket.on('connect', () => (isConnected = true))
    socket.on('data', (more: string) => (text += more))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      const [, pid = '', name = ''] = /^(\d+) (\S+)$/.exec(text) ?? []
      done(isConnected ? { pid, name } : null)
    })
  })
}

function listen(path: string, name: string, folder: string): Promise<Server> {
  const server = createServer((socket) => socket.on('error', () => socket.destroy()).end(`${process.pid} ${name}`))
  return new Promise((done, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? taken(folder, null) : unwritable(folder, error))
    })
    server.listen(path, () => done(server.unref()))
  })
}

/** Tells one socket at a path from the next: inodes alone are used again. Null = there is none, as always on Windows. */
function identityOf(path: string): string | null {
  if (process.platform === 'win32') return null
  try {
    const { ino, ctimeNs } = lstatSync(path, { bigint: true })
    return `${ino} ${ctimeNs}`
  } catch {
    return null
  }
}
