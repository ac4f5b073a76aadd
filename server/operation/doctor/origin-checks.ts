import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { DAY_MS } from '#protocol/time.ts'
import { codeOf, ok, problem, skipped, warning, type Check, type CheckContext, type Finding } from './finding.ts'
import { request, START_FIX } from './request.ts'

/** Certificates are renewed automatically a month before their end. */
const RENEWAL_DAYS = 14
const HTTPS_PORT = 443
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'AbortError',
  'ABORT_ERR',
])
const EVERYWHERE = new Set(['0.0.0.0', '::'])

/** The names of the page origins resolve, and production uses https. */
export const checkOrigins: Check = async ({ isPublic, pageOrigins }) => {
  const findings: Finding[] = []
  for (const origin of pageOrigins) {
    const { protocol } = new URL(origin)
    const hostname = bareHost(origin)
    const isLocal = isLoopback(hostname)
    if (protocol === 'http:' && isPublic && !isLocal) {
      const text = `${origin} is not https: browsers switch off encryption, installation and the camera.`
      findings.push(
        problem('origin', text, 'Put TLS in front of the server and name the https origin in ALLOWED_ORIGINS.'),
      )
    }
    const address = await addressOf(hostname)
    if (address === null) {
      findings.push(
        problem('origin', `${hostname} has no address.`, 'Create its A or AAAA record, or correct ALLOWED_ORIGINS.'),
      )
    } else if (isLoopback(address) && isPublic) {
      findings.push(
        warning('origin', `${hostname} is this machine alone.`, 'Name the public origin in ALLOWED_ORIGINS.'),
      )
    } else {
      findings.push(ok('origin', hostname === address ? `${origin} needs no name.` : `${hostname} is ${address}.`))
    }
  }
  return findings
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d/.test(host)
}

/** The host name of an origin; an IPv6 address without brackets. */
function bareHost(origin: string): string {
  return new URL(origin).hostname.replace(/^\[|\]$/g, '')
}

async function addressOf(hostname: string): Promise<string | null> {
  if (isIP(hostname) !== 0) return hostname
  return lookup(hostname).then(
    ({ address }) => address,
    () => null,
  )
}

/** TRUST_PROXY matches the installation, the proxy redirects to https and does not publish what is internal. */
export const checkProxy: Check = async ({ config, isPublic, pageOrigins, limitMs, ca }) => {
  const { trustProxy, host } = config
  const hasProxy = pageOrigins.some((origin) => origin.startsWith('https:'))
  const trustsNobody = trustProxy === 0
  const findings: Finding[] = []
  if (hasProxy && trustsNobody) {
    const text = 'TRUST_PROXY is 0 behind a proxy: all viewers share one address, and its limits.'
    findings.push(problem('proxy', text, 'Set TRUST_PROXY to the address of the proxy, or to the number of proxies.'))
  }
  if (!trustsNobody && typeof trustProxy === 'number' && EVERYWHERE.has(host)) {
    const text = 'Clients that reach the port without the proxy can forge their address.'
    findings.push(
      warning('proxy', text, 'Set HOST to an internal address, or TRUST_PROXY to the addresses of the proxy.'),
    )
  }
  if (
    !trustsNobody &&
    config.allowedOrigins.length === 0 &&
    pageOrigins.every((origin) => isLoopback(bareHost(origin)))
  ) {
    const text = 'ALLOWED_ORIGINS is not set, so the proxy must pass Host, and its origin is not checked here.'
    const fix = 'Run:  npm run doctor -- --origin https://…  with the origin of the site, or set ALLOWED_ORIGINS to it.'
    findings.push(warning('proxy', text, fix))
  }
  for (const origin of pageOrigins) {
    if (origin.startsWith('https:')) findings.push(...(await redirectFinding(origin, limitMs)))
    if (isPublic) findings.push(...(await metricsFinding(origin, { limitMs, ca })))
  }
  return findings.length > 0 ? findings : [ok('proxy', hasProxy ? 'The proxy is configured.' : 'There is no proxy.')]
}

async function metricsFinding(origin: string, options: Pick<CheckContext, 'limitMs' | 'ca'>): Promise<Finding[]> {
  const metrics = await request(`${origin}/metrics`, options).catch(() => null)
  if (metrics?.status !== 200) return []
  const fix = 'Set METRICS_TOKEN, and return 404 for /metrics at the proxy.'
  return [problem('proxy', `${origin}/metrics can be read by everybody.`, fix)]
}

/** Somebody who types the name without https must arrive at https. */
async function redirectFinding(origin: string, limitMs: number): Promise<Finding[]> {
  const url = new URL(origin)
  if (url.port !== '') return []
  const response = await request(`http://${url.hostname}/`, { limitMs }).catch(() => null)
  if (response === null || (response.headers.location ?? '').startsWith('https:')) return []
  const text = `http://${url.hostname}/ does not redirect to https.`
  return [warning('proxy', text, 'Add:  return 301 https://$host$request_uri;  to the server block of port 80.')]
}

/** The certificate of each https origin: trusted, for this name, and valid for some time. */
export const checkTls: Check = async (context) => {
  const secure = context.pageOrigins.filter((origin) => origin.startsWith('https:'))
  if (secure.length === 0) return [skipped('tls', 'No page origin uses https.')]
  return Promise.all(secure.map((origin) => certificateFinding(origin, context)))
}

async function certificateFinding(origin: string, { now, limitMs, ca }: CheckContext): Promise<Finding> {
  const { port } = new URL(origin)
  const hostname = bareHost(origin)
  const renew = 'Renew the certificate (certbot renew), and let the proxy send the whole chain.'
  let socket: TLSSocket | null = null
  try {
    const servername = isIP(hostname) === 0 ? { servername: hostname } : {}
    const options = { host: hostname, port: port === '' ? HTTPS_PORT : Number(port), ...servername }
    socket = connect({ ...options, minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) })
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(limitMs) })
    const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - now()) / DAY_MS)
    const text = `The certificate of ${hostname} is valid for ${days} more days.`
    if (days < 0) return problem('tls', `The certificate of ${hostname} has expired.`, renew)
    return days < RENEWAL_DAYS ? warning('tls', text, renew) : ok('tls', text)
  } catch (error) {
    const code = codeOf(error)
    if (UNREACHABLE.has(code)) return problem('tls', `${origin} cannot be opened (${code}).`, START_FIX)
    return problem('tls', `Browsers refuse the TLS of ${origin} (${code}).`, renew)
  } finally {
    socket?.destroy()
  }
}
