import { writePageFiles } from '../../support/page-files.ts'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { LogicalHeaders } from '#protocol/headers.ts'
import { startServer, type RunningServer, type StartOptions } from '#server/main.ts'
import { oldPassword, timewd } from '#workers/crypto/legacy.ts'
import { prepareDataFolder } from '../../support/data-folder.ts'
import { SealedClient, sendTo } from '../../support/sealed-client.ts'
import { TEST_PASSWORD_COST } from '../../support/passwords.ts'

/** A data folder, and pages without scripts. */
export interface TestInstallation {
  readonly dataDir: string
  readonly clientFolder: string
  start(environment?: Record<string, string>, more?: StartOptions): Promise<RunningServer>
  remove(): void
}

export function createTestInstallation(): TestInstallation {
  const folder = mkdtempSync(path.join(tmpdir(), 'grandstand-app-'))
  const dataDir = path.join(folder, 'data')
  const clientFolder = path.join(folder, 'client')
  mkdirSync(path.join(clientFolder, 'assets'), { recursive: true })
  writePageFiles(clientFolder)
  writeFileSync(path.join(clientFolder, 'assets/index-a1b2c3.js'), 'export {}')
  return {
    dataDir,
    clientFolder,
    async start(environment = {}, more = {}) {
      if (environment['DATA_DIR'] === undefined) await prepareDataFolder(dataDir)
      return startServer({
        environment: { MODE: 'demo', PORT: '0', CROWD: '0', LOG_LEVEL: 'silent', DATA_DIR: dataDir, ...environment },
        clientFolder,
        passwordCost: TEST_PASSWORD_COST,
        ...more,
      })
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** A client that trusts only the identity in the served page. */
export async function connectTo(server: { readonly url: string }, siteId = 5009): Promise<SealedClient> {
  const html = await (await fetch(`${server.url}/`)).text()
  const identity = /<meta name="grandstand-identity" content="([^"]+)"/.exec(html)?.[1] ?? ''
  return SealedClient.connect(sendTo(server.url), { siteId, identity })
}

let devices = 0

/** Signs in with a password like the worker; later calls of this client carry the token. */
export async function signIn(
  client: SealedClient,
  name: string,
  password = 'Play2026x',
  headers: Partial<LogicalHeaders> = {},
): Promise<DataOf<'auth.login'>> {
  devices += 1
  client.uuid = `device-of-the-tests-${devices}`
  const response = await client.call(
    'auth.login',
    {
      name,
      password: '',
      flag: 1,
      version: '0.1.0',
      timewd: timewd(password, client.now(), client.keys.wd, crypto.getRandomValues(new Uint8Array(16))),
      oldPassword: oldPassword(password, name),
    },
    { headers },
  )
  if (response.code !== 0) throw new Error(`signing in was refused: ${response.code} ${response.msg}`)
  const data = response.data as DataOf<'auth.login'>
  client.token = data.token
  return data
}

/** The first live football match. */
export async function liveMatch(client: SealedClient): Promise<DataOf<'live.popularList'>['list'][number]> {
  const { data } = await client.call('live.popularList', { size: 200, page: 1, kind: 'football' })
  const match = (data as DataOf<'live.popularList'>).list.find(({ anchor_status }) => anchor_status === 1)
  if (!match) throw new Error('no football match is live')
  return match
}
