import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { FrameBook, LightViewer } from '#load/light-viewer.ts'
import { hostHeaderOf, RawSocket } from '#load/raw-socket.ts'

/** A text message of a server, at most 125 bytes. */
const frame = (text: string): Buffer => Buffer.concat([Buffer.from([0x81, text.length]), Buffer.from(text)])

async function connected() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const seen: string[] = []
  const socket = new RawSocket(
    { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    { onMessage: (payload) => seen.push(payload.toString()), onClose: () => seen.push('closed') },
  )
  const [peer] = (await once(server, 'connection')) as [Socket]
  onTestFinished(() => {
    socket.destroy()
    peer.destroy()
    server.close()
  })
  await once(peer, 'data')
  peer.write('HTTP/1.1 101 Switching Protocols\r\n\r\n')
  return { socket, peer, seen }
}

it('a socket that stops after each read receives everything in order with its next read', async () => {
  const { socket, peer, seen } = await connected()
  socket.stopsAfterRead = true
  peer.write(frame('first'))
  await expect.poll(() => seen).toEqual(['first'])
  peer.write(Buffer.concat([frame('second'), frame('third').subarray(0, 4)]))
  await wait(50)
  peer.write(frame('third').subarray(4))
  await wait(50)
  expect(seen).toEqual(['first'])
  socket.read()
  expect(seen).toEqual(['first', 'second', 'third'])
  socket.read()
  expect(seen).toHaveLength(3)
})

it('a socket that stops after each read reports the end with its next read', async () => {
  const { socket, peer, seen } = await connected()
  socket.stopsAfterRead = true
  peer.end(frame('last'))
  await expect.poll(() => seen).toEqual(['last'])
  await expect.poll(() => (socket.read(), seen)).toEqual(['last', 'closed'])
})

it('a socket reads at once again when it no longer stops', async () => {
  const { socket, peer, seen } = await connected()
  socket.stopsAfterRead = true
  peer.write(frame('first'))
  await expect.poll(() => seen).toEqual(['first'])
  socket.stopsAfterRead = false
  socket.read()
  peer.write(frame('second'))
  await expect.poll(() => seen).toEqual(['first', 'second'])
})

it.each([
  [{ host: 'demo.example', port: 443, isSecure: true }, 'demo.example'],
  [{ host: 'demo.example', port: 80 }, 'demo.example'],
  [{ host: 'demo.example', port: 443 }, 'demo.example:443'],
  [{ host: '::1', port: 8080 }, '[::1]:8080'],
])('the host header of %o is %s, as in an origin', (target, header) => {
  expect(hostHeaderOf(target)).toBe(header)
})

it('a viewer whose join fails reports the status of the handshake, or the error of the connection', async () => {
  const server = createServer((peer) => peer.resume().end('HTTP/1.1 403 Forbidden\r\n\r\n')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const join = (): Promise<void> => {
    const viewer = new LightViewer(new FrameBook('run', 'room'), 'room', false, () => undefined)
    return viewer.join({ host: '127.0.0.1', port }, { ticket: '', seq: 0, epoch: 0, recovered: false, missed: 0 })
  }
  await expect(join()).rejects.toThrow('HTTP/1.1 403 Forbidden')
  server.close()
  await expect(join()).rejects.toThrow('ECONNREFUSED')
})
