import { pino, type Logger } from 'pino'
import { describeError } from './describe-error.ts'
import { standardOutput } from './log-output.ts'

export type { Logger } from 'pino'

/** Property names of secrets, which are redacted wherever a logged object contains them. */
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
 * Creates the log of the program: JSON lines on standard output. Bodies, headers and query strings are never logged;
 * redaction is a second safeguard.
 *
 * @param onLine receives the text and the level of each line, without its object
 */
export function createLog(
  level: string,
  destination?: { write(line: string): void },
  onLine: (text: string, level: number) => void = () => undefined,
): Logger {
  const options = {
    level,
    base: null,
    redact: { paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`]), censor: '[secret]' },
    hooks: {
      logMethod(
        this: Logger,
        args: Parameters<Logger['info']>,
        method: (...given: unknown[]) => void,
        lineLevel: number,
      ) {
        const text: unknown = args.find((one: unknown) => typeof one === 'string')
        if (typeof text === 'string') onLine(text, lineLevel)
        method.apply(this, args)
      },
    },
    serializers: { req: describeRequest, err: (error: unknown) => describeError(error) },
  }
  return pino(options, destination ?? standardOutput())
}

/** The path without the query. Nothing else comes from the client. */
function describeRequest(request: { id?: unknown; method?: unknown; url?: string }): Record<string, unknown> {
  return { id: request.id, method: request.method, path: pathOf(request.url ?? '') }
}

function pathOf(url: string): string {
  return (url.split('?', 1)[0] ?? '').slice(0, 256)
}
