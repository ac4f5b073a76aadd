import { createHash, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import type { Server } from 'node:net'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from './start-error.ts'

export interface DataLock {
  release(): Promise<void>
}

/** A path of a Unix socket has a fixed field in the system's structures: 104 bytes on macOS, 108 on Linux. */
const LONGEST_SOCKET_PATH_BYTES = 100
const ANSWER_TIMEOUT_MS = 2_000
const ATTEMPTS = 5

/**
 * Takes the data folder for this process alone (settled 30): a Unix socket in the folder that answers with the process id
 * while the holder lives. A socket that refuses connections was left by a killed process and is taken over.
 *
 * @throws StartError when another process holds the folder, or when the folder cannot be written to.
 */
export async function lockDataFolder(folder: string): Promise<DataLock> {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw unwritable(folder, error)
  }
  const address = lockAddress(folder)
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each attempt depends on the one before
    const server = await listen(address).catch((error: unknown) => {
      if (codeOf(error) === 'EADDRINUSE') return null
      throw unwritable(folder, error)
    })
    if (server) return { release: () => close(server) }
    // oxlint-disable-next-line no-await-in-loop
    const holder = await ask(address)
    if (holder !== null) throw inUse(folder, holder)
    // oxlint-disable-next-line no-await-in-loop
    const taken = await removeStale(address)
    if (taken !== null) throw inUse(folder, taken)
  }
  throw inUse(folder, '')
}

/** Where the lock of a folder is; elsewhere when the folder's own path is too long for a socket. */
export function lockAddress(folder: string): string {
  const inside = join(folder, 'lock.sock')
  const name = `grandstand-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return Buffer.byteLength(inside) <= LONGEST_SOCKET_PATH_BYTES ? inside : join(tmpdir(), `${name}.sock`)
}

function listen(address: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.end(String(process.pid))
    })
    server.once('error', reject)
    server.listen(address, () => {
      server.removeListener('error', reject)
      server.on('error', () => {})
      server.unref()
      resolve(server)
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

/** The process id of whoever answers at the address ('' when it says nothing in time), or null when nobody does. */
function ask(address: string): Promise<string | null> {
  return new Promise((resolve) => {
    let isConnected = false
    let answer = ''
    const socket = connect(address)
    socket.setEncoding('utf8')
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy())
    socket.on('connect', () => {
      isConnected = true
    })
    socket.on('data', (text: string) => {
      answer += text
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => resolve(isConnected ? answer.slice(0, 10) : null))
  })
}

/**
 * Moves the dead socket aside before deleting it: should another process have taken the folder over in between, then it
 * is a living lock that was moved, and it is put back.
 *
 * @returns the process id of that other process, or null when the way is free.
 */
async function removeStale(address: string): Promise<string | null> {
  const aside = `${address}.${randomBytes(4).toString('hex')}`
  try {
    renameSync(address, aside)
  } catch {
    return null
  }
  const holder = await ask(aside)
  if (holder !== null) {
    try {
      linkSync(aside, address)
    } catch {
      // Somebody holds the address again: as good.
    }
  }
  rmSync(aside, { force: true })
  return holder
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
}

function inUse(folder: string, holder: string): StartError {
  const who = /^\d+$/.test(holder) ? `process ${holder}` : 'another process'
  return new StartError(
    `The data folder ${folder} is in use by ${who}; stop it first, or set DATA_DIR to another folder`,
  )
}

function unwritable(folder: string, cause: unknown): StartError {
  return new StartError(`The data folder ${folder} cannot be written to (${codeOf(cause)}); check DATA_DIR`, { cause })
}
