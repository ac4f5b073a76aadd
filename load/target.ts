import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ENDPOINTS, type DataOf, type EndpointName, type RequestOf } from '#protocol/endpoints/table.ts'
import { LOAD_TOKEN_HEADER } from '#server/http/pipeline/load-token.ts'
import { SealedClient, sendTo } from '#tests/support/sealed-client.ts'
import { readPage } from './client.ts'
import type { JoinPass } from './light-viewer.ts'
import type { Surroundings } from './surroundings.ts'

/** The server under load, with the calls of the load tool. */
export interface Target {
  readonly headers: Readonly<Record<string, string>>
  /** @throws if the server refuses the call */
  call<Name extends EndpointName>(name: Name, params: RequestOf<Name>): Promise<DataOf<Name>>
  join(
    chatRoomNo: string,
    position?: { readonly epoch: number; readonly seq: number },
  ): Promise<JoinPass & { readonly roomKey: string }>
}

export async function connectTarget(url: string, loadToken: string): Promise<Target> {
  const { siteId, identity } = await readPage(url)
  const headers = { [LOAD_TOKEN_HEADER]: loadToken, origin: url }
  const client = await SealedClient.connect(sendTo(url), { siteId, identity, http: headers })
  client.http = headers
  const call: Target['call'] = async (name, params) => {
    const { code, msg: message, data } = await client.call(name, params)
    if (code !== 0) throw new Error(`${name} is refused: ${code} ${message}`)
    return ENDPOINTS[name].data.parse(data) as DataOf<typeof name>
  }
  return {
    headers,
    call,
    join: (chatRoomNo, position) => call('chatroom.anonJoin', { chatRoomNo, ...(position ? { position } : {}) }),
  }
}

/** @throws with the settings that are missing */
export async function readLoadToken({ loadToken, loadTokenFile }: Surroundings): Promise<string> {
  if (loadToken !== null) return loadToken
  const text = await readFile(loadTokenFile, 'utf8').catch(() => {
    throw new Error(
      `There is no load token: set LOAD_TOKEN, or DATA_DIR to the folder of a running demo server (looked for ${path.relative('', loadTokenFile)})`,
    )
  })
  return text.trim()
}

/**
 * Refuses to load a server of somebody else.
 *
 * @param owned host that the caller says to own (`--i-own-this-server`)
 * @throws if `url` is neither on this machine nor on the owned host
 */
export function checkTarget(url: string, owned: string | null): void {
  const { hostname } = new URL(url)
  const isLocal = hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
  if (isLocal || hostname === owned) return
  throw new Error(
    `${hostname} is not this machine. The tool loads a server to its limits: give --i-own-this-server ${hostname} if it is yours`,
  )
}

/** What the server measures about itself, from /metrics. */
export interface ServerFigures {
  readonly cpuSeconds: number
  readonly residentMb: number
  /** Delay of the event loop since the last reading, milliseconds. */
  readonly loopP99Ms: number
  readonly cut: number
}

/** Interval of prom-client's monitor, which is part of its values. */
const MONITOR_MS = 10

/** Null if the server has no open metrics; METRICS_TOKEN opens them. */
export async function readServerFigures(url: string, metricsToken: string | null): Promise<ServerFigures | null> {
  const headers: Record<string, string> = metricsToken === null ? {} : { authorization: `Bearer ${metricsToken}` }
  const response = await fetch(`${url}/metrics`, { headers, signal: AbortSignal.timeout(5_000) }).catch(() => null)
  if (response?.ok !== true) return null
  const text = await response.text()
  const read = (name: string): number => Number(new RegExp(`^grandstand_${name} (\\S+)$`, 'm').exec(text)?.[1] ?? NaN)
  return {
    cpuSeconds: read('process_cpu_seconds_total'),
    residentMb: read('process_resident_memory_bytes') / 1024 ** 2,
    loopP99Ms: Math.max(0, read('nodejs_eventloop_lag_p99_seconds') * 1_000 - MONITOR_MS),
    cut: read('socket_cut'),
  }
}
