import { DrizzleQueryError } from 'drizzle-orm/errors'

/** Maximum number of logged characters of a text of an error. */
const MAX_CHARACTERS = 4 * 1024
/** Maximum number of logged characters of an SQL statement. */
const MAX_QUERY_CHARACTERS = 300
const MAX_CAUSES = 5
const FRAME = '\n    at '

interface ErrorDescription {
  readonly type: string
  readonly message?: string
  /** SQLSTATE of a failed statement, or the error code of Node. */
  readonly code?: string | number
  readonly query?: string
  readonly stack?: string
  readonly cause?: ErrorDescription
  readonly errors?: readonly ErrorDescription[]
}

/**
 * Returns the fields of an error that the log may contain. For a failed statement these are its text and cause, without
 * its parameters, because parameters can be names, hashes, messages or images.
 */
export function describeError(error: unknown, depth = 0, max = MAX_CHARACTERS): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: cut(textOf(error), max) }
  const isQuery = error instanceof DrizzleQueryError
  const stack = framesOf(error)
  return {
    type: error.constructor.name,
    // The message of a failed statement contains its parameters.
    ...(isQuery ? { query: cut(error.query, MAX_QUERY_CHARACTERS) } : { message: cut(error.message, max) }),
    ...('code' in error && (typeof error.code === 'string' || typeof error.code === 'number')
      ? { code: typeof error.code === 'string' ? cut(error.code) : error.code }
      : {}),
    ...(stack === '' ? {} : { stack }),
    ...(error.cause === undefined || depth >= MAX_CAUSES
      ? {}
      : {
          // The database may quote a value that it cannot parse.
          cause: describeError(error.cause, depth + 1, isQuery ? MAX_QUERY_CHARACTERS : max),
        }),
    ...(error instanceof AggregateError && depth < MAX_CAUSES
      ? { errors: error.errors.slice(0, MAX_CAUSES).map((one: unknown) => describeError(one, depth + 1)) }
      : {}),
  }
}

/** Describes an error in one line for people: message, place and cause. */
export function errorText(error: unknown): string {
  const format = ({ type, message, query, stack, cause }: ErrorDescription): string =>
    [`${type}: ${message ?? query ?? ''}`, stack, cause && `Caused by ${format(cause)}`].filter(Boolean).join('\n')
  return format(describeError(error))
}

/** Returns the stack frames without the first line, which repeats the message. */
function framesOf({ stack = '', message }: Error): string {
  const start = stack.indexOf(FRAME, stack.includes(message) ? message.length : 0)
  return start < 0 ? '' : cut(stack.slice(start + 1))
}

function cut(text: string, max = MAX_CHARACTERS): string {
  return text.length <= max ? text : `${text.slice(0, max)}…`
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null ? 'thrown without being an error' : String(value)
}
