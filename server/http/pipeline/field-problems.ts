import type * as z from 'zod/mini'

type Issue = z.core.$ZodIssue

const TEXTS: Partial<Record<Issue['code'], string>> = {
  invalid_type: '类型不对',
  too_big: '太长或太大',
  too_small: '太短或太小',
  invalid_format: '格式不对',
  invalid_value: '不在可选范围内',
  invalid_union: '不在可选范围内',
  unrecognized_keys: '有不认识的字段',
}

const MAX_FIELDS = 20

/** Problems by field (`data.fields` of PARAM_ERROR): path with dots, `_` for the whole, and a Chinese text. */
export function fieldProblems(issues: readonly Issue[]): Record<string, string> {
  return Object.fromEntries(
    issues.slice(0, MAX_FIELDS).map((issue) => {
      const path = issue.path.map((part) => String(part).slice(0, 64)).join('.')
      return [path === '' ? '_' : path, limitText(issue) ?? TEXTS[issue.code] ?? '不正确']
    }),
  )
}

/** The limit of a text or list that is too long; null for other problems. */
function limitText(issue: Issue): string | null {
  if (issue.code !== 'too_big') return null
  if (issue.origin === 'string') return `最多 ${issue.maximum} 个字符`
  return issue.origin === 'array' ? `最多 ${issue.maximum} 项` : null
}

/** NUL and lone surrogates, which PostgreSQL rejects in text and JSON. */
const UNSTORABLE = /[\u0000\p{Surrogate}]/u // oxlint-disable-line no-control-regex

/**
 * Returns the first valid parameter text that the database cannot store, in the form of {@link fieldProblems}, or null.
 */
export function unstorableField(value: unknown, path: readonly string[] = []): Record<string, string> | null {
  if (typeof value === 'string') {
    return UNSTORABLE.test(value) ? { [path.length === 0 ? '_' : path.join('.')]: TEXTS.invalid_format ?? '' } : null
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return null
  for (const [key, part] of Object.entries(value)) {
    const found = unstorableField(part, [...path, key.slice(0, 64)])
    if (found) return found
  }
  return null
}
