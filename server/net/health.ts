import type { FastifyInstance, FastifyReply } from 'fastify'
import { isEqualText } from '../config/secrets.ts'
import type { Metrics } from './metrics.ts'

interface HealthOptions {
  /** True if calls can be served now. Called for each /readyz. */
  readonly isReady: () => Promise<boolean>
  readonly metrics: Metrics
  /** Null: open to everybody (demo), or to nobody if `areMetricsOpen` is false. */
  readonly metricsToken: string | null
  readonly areMetricsOpen: boolean
}

const RESPONSE_LIMIT_MS = 2_000

/** `/healthz`: the process runs. `/readyz`: it can serve calls, or 503. `/metrics`: Prometheus text. */
export function registerHealth(app: FastifyInstance, options: HealthOptions): void {
  const json = (reply: FastifyReply, status: number, body: object): FastifyReply =>
    reply.code(status).header('cache-control', 'no-store').send(body)

  app.get('/healthz', async (_request, reply) => json(reply, 200, { status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    const late = new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(false), RESPONSE_LIMIT_MS).unref()
    })
    const isReady = await Promise.race([options.isReady().catch(() => false), late])
    return json(reply, isReady ? 200 : 503, { status: isReady ? 'ready' : 'not ready' })
  })

  app.get('/metrics', async (request, reply) => {
    if (!mayRead(options, request.headers.authorization)) return reply.callNotFound()
    return reply
      .header('content-type', options.metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await options.metrics.text())
  })
}

function mayRead({ metricsToken, areMetricsOpen }: HealthOptions, authorization: string | undefined): boolean {
  if (metricsToken === null) return areMetricsOpen
  return isEqualText(authorization ?? '', `Bearer ${metricsToken}`)
}
