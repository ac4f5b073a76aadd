import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { RunningServer } from '#server/main.ts'
import { StartError } from '#server/config/start-error.ts'
import { connectTo, createTestInstallation, signIn, type TestInstallation } from './app-support.ts'

let installation: TestInstallation
let server: RunningServer

beforeAll(async () => {
  installation = createTestInstallation()
  server = await installation.start()
}, 120_000)
afterAll(async () => {
  await server.close()
  installation.remove()
})

describe('a failed start', () => {
  it('settled 30: reports a data folder in use in one line', async () => {
    const refusal = installation.start()
    await expect(refusal).rejects.toThrow(StartError)
    await expect(refusal).rejects.toThrow(/^The data folder .* is in use by .*[^\n]$/)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })

  it('reports a port in use in one line, and releases the data folder', async () => {
    const other = createTestInstallation()
    try {
      const onTakenPort = other.start({ PORT: String(server.port) })
      await expect(onTakenPort).rejects.toThrow(new RegExp(`^Port ${server.port} of 127.0.0.1 is in use; .*PORT`))
      const next = await other.start()
      await next.close()
    } finally {
      other.remove()
    }
  }, 120_000)

  it('names pages that were not built', async () => {
    const other = createTestInstallation()
    try {
      const { clientFolder } = other
      other.remove()
      await expect(other.start()).rejects.toThrow(
        `${path.join(clientFolder, 'index.html')} is missing; run: npm run build`,
      )
    } finally {
      other.remove()
    }
  }, 120_000)

  it('reports an unreachable database without its password', async () => {
    const url = 'postgres://somebody:geheim@127.0.0.1:1/nothing'
    const refusal = installation.start({ DATABASE_URL: url })
    await expect(refusal).rejects.toThrow(/^DATABASE_URL names a PostgreSQL that does not respond/)
    await expect(refusal).rejects.not.toThrow(/geheim/)
  })
})

/** Last, because it stops the server of the tests above. */
describe('a restart', () => {
  it('settled 6: keeps data and sessions, and requires a new handshake', async () => {
    const client = await connectTo(server)
    await signIn(client, 'fan001')
    const before = (await client.call('coin.balance', {})).data
    const idle = connect(server.port, '127.0.0.1')
    await once(idle, 'connect')

    await server.close()
    if (!idle.closed) await once(idle, 'close')
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow()

    server = await installation.start({ PORT: String(server.port) })
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)

    expect((await client.call('coin.balance', {})).code).toBe(CODES.REKEY)
    const again = await connectTo(server)
    again.token = client.token
    again.uuid = client.uuid
    expect(await again.call('coin.balance', {})).toMatchObject({ code: 0, data: before })
    expect(readFileSync(path.join(installation.dataDir, 'secret'), 'utf8')).toMatch(/^[A-Za-z0-9_-]{43}\n$/)
    expect(existsSync(path.join(installation.dataDir, 'pglite'))).toBe(true)
  })
})
