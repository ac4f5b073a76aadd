import { createHash, randomUUID } from 'node:crypto'
import { lstatSync, mkdirSync, realpathSync, unlinkSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from '../config/start-error.ts'

/** The path of a Unix socket has at most 104 bytes on macOS and 108 on Linux, terminator included. */
const SOCKET_PATH_MAX_BYTES = 103
/** A stopped process accepts connections without responding. It counts as alive. */
const RESPONSE_TIMEOUT_MS = 2_000

/** The response of the owner of a lock: its process id, and a name that identifies this lock. */
interface Owner {
  readonly pid: string
  readonly name: string
}

/**
 * Locks the data folder for this process (settled 30). Two processes on one embedded database would overwrite each
 * other's data. The lock is a Unix socket in the folder: if it responds, the folder is in use; if not, it is left over
 * from a killed process and is replaced. Windows uses a named pipe. Returns a function that releases the lock.
 *
 * @throws StartError if another process has the lock.
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
  // Another process may have replaced the stale socket in the meantime.
  if (leftOver !== null && leftOver === identityOf(path)) unlinkSync(path)
  const name = randomUUID()
  const server = await listen(path, name, folder)
  // If two processes found the same stale socket, the one whose socket is at the path now has the lock.
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
 * The socket address of a folder's lock: in the folder, or in the temporary folder under a hashed name if the path is
 * too long. Windows has one namespace for all pipes.
 */
export function lockAddress(folder: string, platform: NodeJS.Platform): string {
  const name = createHash('sha256').update(folder).digest('hex')
  if (platform === 'win32') return `\\\\.\\pipe\\grandstand-${name}`
  const inside = join(folder, 'lock')
  if (Buffer.byteLength(inside) <= SOCKET_PATH_MAX_BYTES) return inside
  return join(tmpdir(), `grandstand-${name.slice(0, 24)}.lock`)
}

function ownerOf(path: string): Promise<Owner | null> {
  return new Promise((done) => {
    let isConnected = false
    let text = ''
    const socket = connect(path)
    socket.setEncoding('utf8').setTimeout(RESPONSE_TIMEOUT_MS, () => socket.destroy())
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

/**
 * Identifies the socket at a path. The inode alone is not unique, because inodes are reused. Null if there is none;
 * always null on Windows.
 */
function identityOf(path: string): string | null {
  if (process.platform === 'win32') return null
  try {
    const { ino, ctimeNs } = lstatSync(path, { bigint: true })
    return `${ino} ${ctimeNs}`
  } catch {
    return null
  }
}
