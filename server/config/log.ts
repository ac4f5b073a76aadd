import { pino, type Logger } from 'pino'
import { describeError } from './describe-error.ts'
import { standardOutput } from './log-output.ts'

export type { Logger } from 'pino'

/** Names under which secrets travel inside the program. They are cut out wherever an object of the log holds them. */
const SECRET_NAMES = [
  'password',
  'oldPassword',
  'timewd',
  'token',
  'ticket',
  'roomKey',
  'secret',
  'authorization',
  'cookie',
]

/**
 * The program's log: JSON lines on standard output. Nothing logs bodies, headers or query strings; redaction is the second
 * line of defence, not the first.
 */
export function createLog(level: string, destination?: { write(line: string): void }): Logger {
  const options = {
    level,
    base: null,
    redact: { paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`]), censor: '[secret]' },
    serializers: { req: describeRequest, err: (error: unknown) => describeError(error) },
  }
  return pino(options, destination ?? standardOutput())
}

/** Path without query, and nothing else that a client chose. */
function describeRequest(request: { id?: unknown; method?: unknown; url?: string }): Record<string, unknown> {
  return { id: request.id, method: request.method, path: pathOf(request.url ?? '') }
}

export function pathOf(url: string): string {
  return (url.split('?', 1)[0] ?? '').slice(0, 256)
}
