import { lstatSync, mkdirSync, unlinkSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { Server } from 'node:net'
import { join, relative } from 'node:path'
import { randomUUID } from 'node:crypto'
import { StartError } from '../start-error.ts'

/** What `sockaddr_un` holds on every platform that has it. */
const SOCKET_PATH_MAX_BYTES = 103

/**
 * Takes the data folder for this process, or throws a StartError (settled 30): two processes on one embedded database
 * lose each other's writes without a word. The lock is a Unix socket in the folder: one that answers has an owner, one
 * that does not is left over from a killed process and is taken over. Returns what gives the folder back.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = socketPath(folder)
  const name = randomUUID()
  const leftOver = identityOf(path)
  if ((await ownerOf(path)) !== null) throw taken(folder)
  // Another process may have taken the left-over socket over in the meantime: then what lies there is not the same.
  if (leftOver !== null && leftOver === identityOf(path)) unlinkSync(path)
  const server = await listen(path, name, folder)
  // Two processes may have found the same left-over socket: the one whose socket is at the path now has won.
  if ((await ownerOf(path)) !== name) {
    server.close()
    throw taken(folder)
  }
  return () => new Promise((resolve) => void server.close(() => resolve()))
}

function taken(folder: string): StartError {
  return new StartError(`The data folder ${folder} is in use by another process. Stop it, or set DATA_DIR to another.`)
}

function socketPath(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new StartError(`The data folder ${folder} cannot be made: ${error instanceof Error ? error.message : ''}`)
  }
  const whole = join(folder, 'lock')
  const short = relative(process.cwd(), whole)
  const path = Buffer.byteLength(whole) <= SOCKET_PATH_MAX_BYTES ? whole : short
  if (Buffer.byteLength(path) <= SOCKET_PATH_MAX_BYTES) return path
  throw new StartError(`The path of the data folder ${folder} is too long: ${SOCKET_PATH_MAX_BYTES - 5} bytes at most.`)
}

/** The name that the socket's owner answers with; null when nobody listens. */
function ownerOf(path: string): Promise<string | null> {
  return new Promise((resolve) => {
    let name = ''
    const socket = connect(path)
    socket.setEncoding('utf8').on('data', (text: string) => (name += text))
    socket.once('error', () => resolve(null)).once('end', () => resolve(name))
  })
}

function listen(path: string, name: string, folder: string): Promise<Server> {
  const server = createServer((socket) => socket.on('error', () => null).end(name))
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE'
      reject(isTaken ? taken(folder) : new StartError(`The data folder ${folder} is not writable: ${error.message}`))
    })
    server.listen(path, () => resolve(server.unref()))
  })
}

/** Tells one socket at a path from the next: inodes alone are used again. */
function identityOf(path: string): string | null {
  try {
    const { ino, ctimeNs } = lstatSync(path, { bigint: true })
    return `${ino} ${ctimeNs}`
  } catch {
    return null
  }
}
