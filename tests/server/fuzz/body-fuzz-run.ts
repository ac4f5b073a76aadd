import { readFileSync } from 'node:fs'
import path from 'node:path'
import { CODES } from '#protocol/codes.ts'
import type { RunningServer } from '#server/main.ts'
import type { SealedClient } from '../../support/sealed-client.ts'
import { connectTo, createTestInstallation, signIn } from '../app/app-support.ts'
import { BodyFuzz, sealSome } from './body-fuzz-cases.ts'
import { RawConnection, type RawRequest } from './body-fuzz-client.ts'

/** A complete server with a member who makes valid calls meanwhile. */
export interface FuzzedServer {
  readonly server: RunningServer
  readonly member: SealedClient
  readonly loadToken: string
  close(): Promise<void>
}

export interface FuzzReport {
  /** Number of responses per status. */
  readonly statuses: Readonly<Record<number, number>>
  /** Unexpected responses with their requests. */
  readonly faults: readonly string[]
  /** Successful and failed calls of the member. */
  readonly healthy: number
  readonly ill: number
}

const CONNECTIONS = 48
const SEALED_AT_ONCE = 60
/** Interval of renewing sealed calls, and of the member's calls. */
const RENEW_EVERY = 2_000
/** Above this size the server may close without a readable response. */
const READABLE_BYTES = 64 * 1024
const INNER = /node_modules|\bat .*\.ts|drizzle|pglite|select .* from|stack|Error:/i

export async function openFuzzedServer(): Promise<FuzzedServer> {
  const installation = createTestInstallation()
  const server = await installation.start()
  const member = await connectTo(server)
  await signIn(member, 'fan001')
  return {
    server,
    member,
    loadToken: readFileSync(path.join(installation.dataDir, 'load-token'), 'utf8').trim(),
    async close() {
      await server.close()
      installation.remove()
    },
  }
}

/** Sends random requests of one seed over many connections; returns unexpected responses. */
export async function fuzzBodies(
  { server, member, loadToken }: FuzzedServer,
  { count, seed }: { count: number; seed: number },
): Promise<FuzzReport> {
  const fuzz = new BodyFuzz(seed)
  const unlimited = { 'x-load-token': loadToken }
  const connections = Array.from({ length: CONNECTIONS }, () => new RawConnection(server.port, unlimited))
  const statuses: Record<number, number> = {}
  const faults: string[] = []
  const health = { healthy: 0, ill: 0 }
  const one = async (connection: RawConnection, request: RawRequest): Promise<void> => {
    const { status, body } = await connection.send(request)
    statuses[status] = (statuses[status] ?? 0) + 1
    const isUnread = status === 0 && request.body.length > READABLE_BYTES
    if (!isUnread && !isGood(status, body))
      faults.push(`${request.method} ${request.path} ${status} ${body.slice(0, 300)}`)
  }
  for (let sent = 0; sent < count; sent += RENEW_EVERY) {
    const sealed = await sealSome(member, SEALED_AT_ONCE)
    const requests = Array.from({ length: Math.min(RENEW_EVERY, count - sent) }, () => fuzz.next(sealed))
    const senders = connections.map(async (connection, place) => {
      for (let index = place; index < requests.length; index += CONNECTIONS) {
        const request = requests[index]
        if (request) await one(connection, request)
      }
    })
    const { code } = await member.call('coin.balance', {}, { http: unlimited })
    health[code === CODES.SUCCESS ? 'healthy' : 'ill'] += 1
    await Promise.all(senders)
  }
  for (const connection of connections) connection.close()
  return { statuses, faults, ...health }
}

/** True if a response contains a term that occurs only inside the server. Its random trace id may contain any term. */
export function containsInternals(body: string): boolean {
  return INNER.test(body.replace(/"traceId":"[\w-]+"/, ''))
}

/** A valid response: no server error, JSON, without internals. */
function isGood(status: number, body: string): boolean {
  if (status < 200 || status >= 500 || (status >= 400 && containsInternals(body))) return false
  try {
    const response = JSON.parse(body) as Record<string, unknown>
    return typeof response['code'] === 'number' || typeof response['x1'] === 'string'
  } catch {
    return false
  }
}
