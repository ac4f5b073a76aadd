import { SECOND_MS } from '#protocol/time.ts'
import { createLog } from '../../config/log.ts'
import { readSecrets } from '../../config/secrets.ts'
import { StartError } from '../../config/start-error.ts'
import { SharedState, SharedStateError } from '../../database/shared/shared-state.ts'
import { PUBLISHERS_HEADER, SharedPublishers, SILENT_AFTER_MS } from '../../media/ingest/shared-publishers.ts'
import { MediaSignatures } from '../../media/media-signature.ts'
import { ok, problem, skipped, warning, type Check, type CheckContext, type Finding } from './finding.ts'
import { requestStream } from './reach-checks.ts'
import { accepts, request } from './request.ts'

const NAME = 'publishers'
const DEFAULT_RTMP_PORT = 1935
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])
const PROXY_FIX = 'Let the proxy send /media/ to the process with INGEST=1, as in docs/nginx.conf.'

type Latest = Awaited<ReturnType<SharedPublishers['latest']>>

/**
 * Of several processes one takes publishers, maybe on another machine. It reports, encoders can connect to it, and
 * requests for video reach it.
 */
export const checkPublishers: Check = async (context) => {
  const { config } = context
  const { redisUrl, databaseUrl, sharesPublishers } = config
  if (redisUrl === null || databaseUrl === null || !sharesPublishers) {
    return [skipped(NAME, 'One process serves everything.')]
  }
  const { secret } = readSecrets(config)
  let latest: Latest
  try {
    latest = await latestReport(redisUrl, secret)
  } catch (error) {
    if (error instanceof StartError || error instanceof SharedStateError) return [skipped(NAME, 'Redis is not usable.')]
    throw error
  }
  if (latest === null) {
    const fix = 'Set INGEST=1 at one process with the SECRET of the others, and start it, if anchors publish.'
    return [warning(NAME, 'No process takes publishers.', fix)]
  }
  if (latest.ageMs >= SILENT_AFTER_MS) {
    const text = 'The process that took publishers does not report any more.'
    return [problem(NAME, text, 'Start the process with INGEST=1, or read its log.')]
  }
  return [await addressFinding(latest.address, context), ...(await videoFindings(latest.live, secret, context))]
}

async function latestReport(redisUrl: string, secret: string): Promise<Latest> {
  const log = createLog('silent')
  const shared = new SharedState(redisUrl, log)
  await shared.connect()
  try {
    return await new SharedPublishers(shared, { secret, log }).latest()
  } finally {
    await shared.close()
  }
}

/** Encoders can connect to the address that the console shows, which is empty while the process does not listen. */
async function addressFinding(address: string, { config, limitMs }: CheckContext): Promise<Finding> {
  if (address === '') {
    return problem(NAME, 'The process with INGEST=1 does not listen for RTMP.', 'Read the log of that process.')
  }
  const { hostname, port } = new URL(address)
  if (LOOPBACK.has(hostname) && config.ingest === null) {
    return skipped(NAME, `Encoders connect to ${address} on the machine of the process with INGEST=1.`)
  }
  const isOpen = await accepts(hostname, Number(port || DEFAULT_RTMP_PORT), limitMs)
  if (isOpen) return ok(NAME, `Encoders can connect to ${address}.`)
  const fix =
    'Open the port in the firewall of the machine with INGEST=1, and check INGEST_HOST and the name of the site.'
  return problem(NAME, `Nothing accepts connections at ${address}, which the console names for encoders.`, fix)
}

/** Video that pages request reaches the process with publishers, also from other video origins. */
function videoFindings(live: readonly string[], secret: string, context: CheckContext): Promise<Finding[]> {
  const { pageOrigins, config } = context
  const origins = [...new Set([...pageOrigins, ...config.domains.video])]
  return Promise.all(origins.map((origin) => videoFinding(origin, live[0], secret, context)))
}

async function videoFinding(
  origin: string,
  stream: string | undefined,
  secret: string,
  context: CheckContext,
): Promise<Finding> {
  const { pageOrigins, limitMs, ca, now } = context
  const response = await requestStream(origin, pageOrigins[0] ?? origin, context)
  if (response === null) return skipped(NAME, `Video of ${origin} cannot be requested.`)
  if (response.headers[PUBLISHERS_HEADER] === undefined) {
    return problem(NAME, `Requests for video of ${origin} do not reach the process with publishers.`, PROXY_FIX)
  }
  if (stream === undefined) return ok(NAME, `Requests for video of ${origin} reach the process with publishers.`)
  const startedAt = performance.now()
  const url = `${origin}/media/${stream}/index.m3u8${new MediaSignatures(secret, now).queryOf(stream)}`
  const status = await request(url, { limitMs, ca }).then(
    (playlist) => playlist.status,
    () => 0,
  )
  if (status === 200) {
    const seconds = ((performance.now() - startedAt) / SECOND_MS).toFixed(1)
    return ok(NAME, `${origin} shows a stream that is live now (playlist after ${seconds} s).`)
  }
  const fix = 'Read the log of the process with INGEST=1. All processes need the same SECRET and the right time.'
  return problem(NAME, `${origin} does not show a stream that is live now (${status || 'no response'}).`, fix)
}
