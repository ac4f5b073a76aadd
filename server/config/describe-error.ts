import { DrizzleQueryError } from 'drizzle-orm/errors'

/** Characters of a text of an error, such as its message, that are logged. */
const MOST_CHARACTERS = 4 * 1024
/** Characters of a statement, which says no more after that. */
const MOST_OF_QUERY = 300
const MOST_CAUSES = 5
const FRAME = '\n    at '

export interface ErrorDescription {
  readonly type: string
  readonly message?: string
  /** SQLSTATE of a failed statement, or what Node calls a fault. */
  readonly code?: string | number
  readonly query?: string
  readonly stack?: string
  readonly cause?: ErrorDescription
  readonly errors?: readonly ErrorDescription[]
}

/**
 * What the log says of an error: named fields, and nothing else that a library hung on it. A failed statement is told by its
 * text and its cause without the values it was given, which are sign-in names, hashes, what members wrote, or a picture.
 */
export function describeError(error: unknown, depth = 0, most = MOST_CHARACTERS): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: cut(textOf(error), most) }
  const isQuery = error instanceof DrizzleQueryError
  const stack = framesOf(error)
  return {
    type: error.constructor.name,
    // The message of a failed statement holds its values.
    ...(isQuery ? { query: cut(error.query, MOST_OF_QUERY) } : { message: cut(error.message, most) }),
    ...('code' in error && (typeof error.code === 'string' || typeof error.code === 'number')
      ? { code: typeof error.code === 'string' ? cut(error.code) : error.code }
      : {}),
    ...(stack === '' ? {} : { stack }),
    ...(error.cause === undefined || depth >= MOST_CAUSES
      ? {}
      : {
          // A database may quote a value that it cannot read.
          cause: describeError(error.cause, depth + 1, isQuery ? MOST_OF_QUERY : most),
        }),
    ...(error instanceof AggregateError && depth < MOST_CAUSES
      ? { errors: error.errors.slice(0, MOST_CAUSES).map((one: unknown) => describeError(one, depth + 1)) }
      : {}),
  }
}

/** The same for people: what went wrong, where, and because of what. */
export function tellError(error: unknown): string {
  const tell = ({ type, message, query, stack, cause }: ErrorDescription): string =>
    [`${type}: ${message ?? query ?? ''}`, stack, cause && `Caused by ${tell(cause)}`].filter(Boolean).join('\n')
  return tell(describeError(error))
}

/** The lines of the stack that say where; its head repeats the message. */
function framesOf({ stack = '', message }: Error): string {
  const start = stack.indexOf(FRAME, stack.includes(message) ? message.length : 0)
  return start < 0 ? '' : cut(stack.slice(start + 1))
}

function cut(text: string, most = MOST_CHARACTERS): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null ? 'thrown without being an error' : String(value)
}
