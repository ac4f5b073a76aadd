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

const MOST_FIELDS = 20

/** What is wrong with which field (`data.fields` of PARAM_ERROR): path with dots, `_` for the whole, and a Chinese text. */
export function fieldProblems(issues: readonly Issue[]): Record<string, string> {
  return Object.fromEntries(
    issues.slice(0, MOST_FIELDS).map((issue) => {
      const path = issue.path.map((part) => String(part).slice(0, 64)).join('.')
      return [path === '' ? '_' : path, TEXTS[issue.code] ?? '不正确']
    }),
  )
}
