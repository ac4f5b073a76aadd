import { networkInterfaces } from 'node:os'
import { renderUnicodeCompact } from 'uqr'
import type { Config } from './config.ts'

const EVERYWHERE = new Set(['0.0.0.0', '::'])

/** The URL of the page on this machine. */
export function localUrl(host: string, port: number): string {
  const name = EVERYWHERE.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/**
 * The URL of the page for other machines of the network. Null if the server listens on loopback only, or if there is no
 * network.
 */
function networkUrl(host: string, port: number): string | null {
  if (!EVERYWHERE.has(host)) return null
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const found = addresses.find(({ family, internal }) => family === 'IPv4' && !internal)
  return found ? `http://${found.address}:${port}` : null
}

function ingestLine({ ingest }: Config, port: number | null): string {
  if (port === null) return 'RTMP publishers cannot connect yet; the log says why.'
  const keys = ingest?.hasSignedKeys ? 'npm run ingest-key -- --room 2001' : 'page 主播 of the console'
  return `RTMP publishers: rtmp://${ingest?.host ?? ''}:${port}/live  (stream keys: ${keys})`
}

/** Returns the text that is printed when the server has started. `notes` are printed at its end. */
export function startReport(
  config: Config,
  url: string,
  port: number,
  ingest: { readonly port: number | null } | null = null,
  notes: readonly string[] = [],
): string {
  const lines = ['', `看台 Grandstand is open:  ${url}`]
  const outside = networkUrl(config.host, port)
  if (outside !== null) {
    lines.push(`In your network:  ${outside}`, '', renderUnicodeCompact(outside, { border: 1 }))
  }
  if (config.redisUrl !== null) {
    const isAlone = config.databaseUrl === null
    const alone = 'Redis holds the response cache; rooms are still served by this one process.'
    lines.push('', isAlone ? alone : 'Redis connects this process with the others that serve the same rooms.')
  }
  if (ingest !== null) lines.push('', ingestLine(config, ingest.port))
  lines.push(...notes)
  return `${lines.join('\n')}\n`
}
