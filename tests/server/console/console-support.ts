import type { OperatorRole } from '#protocol/console/constants.ts'
import { Secret, TOTP } from 'otpauth'
import { consolePath } from '#protocol/console/action.ts'
import type { ConsoleActionName, ConsoleDataOf, ConsoleRequestOf } from '#protocol/console/table.ts'
import { readConfig } from '#server/config/config.ts'
import { createLog } from '#server/config/log.ts'
import { TrustedProxies } from '#server/net/proxy-trust.ts'
import { openConsole } from '#server/operation/console/console.ts'
import type { Operators } from '#server/operation/console/operators.ts'
import type { Database } from '#server/database/database.ts'
import type { Match } from '#server/matches/match.ts'
import { MatchCorrections } from '#server/matches/match-corrections.ts'
import { MatchRepository } from '#server/matches/match-repository.ts'
import { Sportsbook } from '#server/sports/sportsbook.ts'
import { Matches } from '#server/matches/matches.ts'
import { PageOrigins } from '#server/net/origin.ts'
import { createHttpServer } from '#server/http/http-server.ts'
import { openServices, type Services } from '#server/calls/services.ts'
import { constantSource } from '../matches/matches-support.ts'
import { borrowTestDatabase, openIdleEmbedded, testClock } from '../../support/store.ts'
import { TEST_PASSWORD_COST } from '../../support/passwords.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export const PASSWORD = 'correct horse battery'
export const ORIGIN = 'https://live.example.com'

export interface ConsoleResponse<Name extends ConsoleActionName> {
  readonly status: number
  readonly code: number
  readonly msg: string
  readonly data: ConsoleDataOf<Name>
}

let addresses = 0

/** A browser at the console with an address of its own: keeps the session cookie. */
export class ConsoleClient {
  readonly #send: TestConsole['send']
  readonly address = `192.0.2.${(addresses += 1) % 250}`
  cookie: string | null = null
  /** Attributes of the last cookie. */
  attributes = ''

  constructor(send: TestConsole['send']) {
    this.#send = send
  }

  async call<Name extends ConsoleActionName>(
    name: Name,
    params: ConsoleRequestOf<Name>,
    headers: Record<string, string | undefined> = {},
  ): Promise<ConsoleResponse<Name>> {
    const cookie = this.cookie === null ? {} : { cookie: this.cookie }
    const response = await this.#send(consolePath(name), JSON.stringify(params), {
      'x-forwarded-for': this.address,
      ...cookie,
      ...headers,
    })
    if (response.cookie !== null) {
      const [pair = '', ...attributes] = response.cookie.split('; ')
      this.cookie = pair.endsWith('=') ? null : pair
      this.attributes = attributes.join('; ')
    }
    return { ...(JSON.parse(response.body) as ConsoleResponse<Name>), status: response.status }
  }
}

/** Response codes in ascending order. */
export const codesOf = (answers: readonly { readonly code: number }[]) =>
  answers.map(({ code }) => code).sort((one, other) => one - other)

/** The code that an authenticator shows for a secret. */
export function codeOf(secret: string, now: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now })
}

export interface TestConsole {
  readonly database: Database
  readonly services: Services
  readonly operators: Operators
  readonly matches: Matches
  readonly clock: ReturnType<typeof testClock>
  send(
    url: string,
    body: string,
    headers: Record<string, string | undefined>,
  ): Promise<{ status: number; body: string; cookie: string | null }>
  connect(): ConsoleClient
  /** Creates the first operator through a set-up link; returns the client and the secret of its second factor. */
  setUp(name?: string): Promise<{ client: ConsoleClient; secret: string; recoveryCodes: string[] }>
  /** Invites an operator of a role, who accepts and signs in. */
  add(by: ConsoleClient, name: string, role: OperatorRole): Promise<ConsoleClient>
  close(): Promise<void>
}

/** The console on a database, without sockets. Requests arrive over https from {@link ORIGIN}. */
export async function openTestConsole(
  kind: Database['kind'] = 'pglite',
  listed: readonly Match[] = [],
): Promise<TestConsole> {
  const clock = testClock()
  const folder = mkdtempSync(path.join(tmpdir(), 'grandstand-console-'))
  const dataDir = path.join(folder, 'data')
  const postgres = kind === 'postgres' ? await borrowTestDatabase() : null
  const log = createLog('silent')
  const environment = { MODE: 'demo', DATA_DIR: dataDir, LOG_LEVEL: 'silent', ALLOWED_ORIGINS: ORIGIN }
  const config = readConfig(postgres ? { ...environment, DATABASE_URL: postgres.url.href } : environment)
  const { now } = clock
  const services = await openServices({
    config,
    secret: 'a secret of this test, which is long enough',
    log,
    now,
    allowsUnlimitedSpeakers: false,
    passwordCost: TEST_PASSWORD_COST,
    ...(postgres ? {} : { open: openIdleEmbedded }),
  })
  const http = createHttpServer({ log, proxies: new TrustedProxies(1, log), now })
  const corrections = new MatchCorrections(services.database, services.rooms)
  const repository = new MatchRepository(services.database)
  const source = constantSource(listed)
  const onError = (error: unknown) => {
    throw error
  }
  const matches = new Matches({ repository, source, corrections, eventsOf: () => [], onError })
  const { database } = services
  const sportsbook = new Sportsbook({ database, matches, limits: services.playLimits, log, now })
  const content = { matches, corrections, sportsbook, feed: null }
  const origins = new PageOrigins([ORIGIN], log)
  const rules = { origins, mayConnect: () => true }
  const { operators } = await openConsole(http, { ...content, ...rules, config, services, now, log })
  const send: TestConsole['send'] = async (url, payload, given) => {
    const base = { origin: ORIGIN, 'x-console': '1', 'content-type': 'application/json', 'x-forwarded-proto': 'https' }
    const headers = Object.fromEntries(
      Object.entries<string | undefined>({ ...base, ...given }).filter(([, value]) => value !== undefined),
    ) as Record<string, string>
    const response = await http.inject({ method: 'POST', url, payload, headers })
    const cookie = response.headers['set-cookie']
    return { status: response.statusCode, body: response.body, cookie: typeof cookie === 'string' ? cookie : null }
  }
  const connect = () => new ConsoleClient(send)
  const enrol = async (client: ConsoleClient) => {
    const { secret } = (await client.call('factor.enrol', {})).data
    const { recoveryCodes } = (await client.call('factor.confirm', { code: codeOf(secret, now()) })).data
    return { client, secret, recoveryCodes }
  }
  return {
    database: services.database,
    services,
    operators,
    matches,
    clock,
    send,
    connect,
    async setUp(name = 'root') {
      const client = connect()
      const { token } = await operators.issueSetupLink()
      const site = { siteName: '绿茵直播', siteId: 5009, timeZone: 'Asia/Shanghai' } as const
      await client.call('setup.complete', { token, name, password: PASSWORD, site })
      return enrol(client)
    },
    async add(by, name, role) {
      const { link } = (await by.call('operator.invite', { name, role })).data
      const client = connect()
      await client.call('invitation.accept', { token: link.split('#')[1] ?? '', password: PASSWORD })
      return (await enrol(client)).client
    },
    async close() {
      await http.close()
      await services.close()
      await postgres?.release()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
