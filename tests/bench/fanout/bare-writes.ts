import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

const SOCKETS = 1_000
const ROUNDS = 100
/** Bytes of a frame with the messages of one interval at 100 messages per second. */
const FRAME_BYTES = 700

/** A process that reads from `SOCKETS` connections and discards the data. */
const READER = `
const { connect } = require('node:net')
for (let index = 0; index < ${SOCKETS}; index += 1) connect(Number(process.argv[1]), '127.0.0.1').resume()
`

/**
 * The physical limit of a fan-out in Node: microseconds of CPU that this process spends on a write of one shared buffer
 * to a loopback socket, whose reader is another process.
 */
export async function bareWriteUs(): Promise<number> {
  const sockets: Socket[] = []
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => undefined)
    sockets.push(socket)
  }).listen({ port: 0, host: '127.0.0.1', backlog: SOCKETS })
  await once(server, 'listening')
  const reader = spawn(process.execPath, ['-e', READER, String((server.address() as AddressInfo).port)], {
    stdio: 'inherit',
  })
  try {
    while (sockets.length < SOCKETS) await once(server, 'connection')
    const frame = Buffer.alloc(FRAME_BYTES, 'x')
    const before = process.cpuUsage()
    for (let round = 0; round < ROUNDS; round += 1) await writeToAll(sockets, frame)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / (SOCKETS * ROUNDS)
  } finally {
    reader.kill()
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}

/** Resolves when all sockets have passed the buffer to the kernel. */
function writeToAll(sockets: readonly Socket[], frame: Buffer): Promise<void> {
  return new Promise((resolve) => {
    let waiting = sockets.length
    const done = (): void => {
      waiting -= 1
      if (waiting === 0) resolve()
    }
    for (const socket of sockets) socket.write(frame, done)
  })
}
