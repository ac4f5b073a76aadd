import type { IncomingMessage } from 'node:http'
import { realpathSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { CONFIG_KEYS, type ConfigValue } from '../config/config-keys.ts'
import { type Environment, EnvironmentReader, readEnvironment } from '../config/config.ts'
import { errorText } from '../config/describe-error.ts'
import { createLog, type Logger } from '../config/log.ts'
import { StartError } from '../config/start-error.ts'
import { localUrl } from '../config/start-report.ts'
import { registerHealth } from '../net/health.ts'
import { createHttpServer } from '../http/http-server.ts'
import { listen } from '../net/listen.ts'
import { Metrics } from '../net/metrics.ts'
import { hasOneHost, PageOrigins } from '../net/origin.ts'
import { addressKey } from '../config/address.ts'
import { TrustedProxies } from '../net/proxy-trust.ts'
import { TcpConnections } from '../net/tcp-connections.ts'
import { RelayServer } from './relay-server.ts'

export interface RelayConfig {
  readonly originUrl: string
  readonly secret: string
  readonly host: string
  readonly port: number
  /** Empty allows the requested host only. */
  readonly allowedOrigins: readonly string[]
  readonly trustProxy: number | readonly string[]
  readonly metricsToken: string | null
  readonly logLevel: ConfigValue<'LOG_LEVEL'>
}

const NEEDED = ['ORIGIN_URL', 'RELAY_SECRET'] as const
const DEFAULT_PORT = 8090

/**
 * Reads the configuration of a relay from environment variables. Other keys of the server are ignored.
 *
 * @throws StartError with one line per missing or invalid value
 */
export function readRelayConfig(environment: Environment): RelayConfig {
  const values = new EnvironmentReader(environment)
  const config = {
    originUrl: values.get('ORIGIN_URL', ''),
    secret: values.get('RELAY_SECRET', ''),
    host: values.get('HOST', '127.0.0.1'),
    port: values.get('PORT', DEFAULT_PORT),
    allowedOrigins: values.get('ALLOWED_ORIGINS', []),
    trustProxy: values.get('TRUST_PROXY', 0),
    metricsToken: values.get('METRICS_TOKEN', null),
    logLevel: values.get('LOG_LEVEL', 'info'),
  }
  const missing = NEEDED.filter((name) => !values.has(name))
  const problems = [
    ...values.problems,
    ...missing.map((name) => `${name} is missing; a relay expects ${CONFIG_KEYS[name].expects}`),
  ]
  if (problems.length > 0) throw new StartError(problems)
  return config
}

export interface RunningRelay {
  readonly url: string
  readonly relay: RelayServer
  close(): Promise<void>
}

/**
 * Starts a relay. It refuses viewers while the origin is not connected.
 *
 * @throws StartError with one line per problem
 */
export async function startRelay(environment: Environment, log?: Logger): Promise<RunningRelay> {
  const config = readRelayConfig(environment)
  const logger = log ?? createLog(config.logLevel)
  const proxies = new TrustedProxies(config.trustProxy, logger)
  const http = createHttpServer({ log: logger, proxies, now: Date.now })
  const metrics = new Metrics()
  const origins = new PageOrigins(config.allowedOrigins, logger)
  const addressOf = (request: IncomingMessage): string => proxies.clientAddress(request)
  const relay = new RelayServer(http.server, {
    originUrl: config.originUrl,
    secret: config.secret,
    isOriginAllowed: ({ headers, rawHeaders }: IncomingMessage) =>
      hasOneHost(rawHeaders) && origins.allows(headers.origin, headers.host),
    addressOf,
    now: Date.now,
    onError: (error) => logger.error({ err: error }, 'a socket failed'),
    onFailed: (status) => logger.warn({ status }, failureText(status)),
  })
  const tcp = new TcpConnections(http.server, { proxies, addressOf: (request) => addressKey(addressOf(request)) })
  metrics.gauge('tcp_connections', 'Open TCP connections', () => tcp.stats().open)
  metrics.gauge('tcp_refused', 'TCP connections refused since the start', () => tcp.stats().refused)
  metrics.gauge('socket_connections', 'Open socket connections', () => relay.stats().connections)
  metrics.gauge('socket_cut', 'Slow readers cut since the start', () => relay.stats().cut)
  metrics.gauge('relay_is_connected', '1 while the origin is connected', () => Number(relay.isReady))
  registerHealth(http, {
    isReady: async () => relay.isReady,
    metrics,
    metricsToken: config.metricsToken,
    areMetricsOpen: false,
  })
  const close = async (): Promise<void> => {
    relay.close()
    await http.close()
  }
  try {
    await listen(http, config)
  } catch (error) {
    await close()
    throw error
  }
  const address = http.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : config.port
  return { url: localUrl(config.host, port), relay, close }
}

function failureText(status: number | null): string {
  if (status === 401) return 'the origin refuses RELAY_SECRET'
  if (status === 404) return 'the origin accepts no relays; set its RELAY_SECRET'
  return 'the origin cannot be reached'
}

async function run(): Promise<void> {
  try {
    const running = await startRelay(readEnvironment(process.env))
    const stop = () => void running.close().finally(() => process.exit(0))
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
    process.stdout.write(`The relay is open:  ${running.url}\n`)
  } catch (error) {
    const lines = error instanceof StartError ? error.problems : [errorText(error)]
    process.stderr.write(lines.map((line) => `${line}\n`).join(''))
    process.exitCode = 1
  }
}

const started = process.argv[1]
if (started !== undefined && /relay(?:[\\/]main)?\.[jt]s$/.test(started)) {
  if (import.meta.url === pathToFileURL(realpathSync(started)).href) await run()
}
