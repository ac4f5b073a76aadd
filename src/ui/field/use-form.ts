import { type RefCallback, useCallback, useRef, useState } from 'react'
import { CODES } from '#protocol/codes.ts'
import type { Failure, Result } from '#protocol/result.ts'

export type FormValues = Readonly<Record<string, string>>
/** Messages by field; null or absent = no problem. */
export type Problems<Values> = { readonly [Name in keyof Values]?: string | null }

interface FormOptions<Values extends FormValues> {
  /** Fields with their first values, in the order in which invalid ones are focused. */
  readonly initial: Values
  readonly check: (values: Values) => Problems<Values>
  /** Asks before a submission that cannot be undone. Resolves with false if the values are not to be submitted. */
  readonly ask?: (values: Values) => Promise<boolean>
  readonly submit: (values: Values) => Promise<Result<unknown>>
  /** Refusals that belong to a field, by code. */
  readonly refusals?: Readonly<Record<number, keyof Values & string>>
  /** Called after a successful submission. */
  readonly onDone: (values: Values) => void
  /** Called with every change, for drafts. */
  readonly onChange?: (values: Values) => void
}

export interface FieldBinding {
  readonly ref: RefCallback<HTMLElement>
  readonly value: string
  readonly error: string | null
  readonly onValueChange: (value: string) => void
}

export interface FormState<Values extends FormValues> {
  readonly values: Values
  readonly isBusy: boolean
  /** A refusal that belongs to no field. */
  readonly failure: Failure | null
  readonly submit: () => void
  /** Properties of the field `name`. */
  readonly bind: (name: keyof Values & string) => FieldBinding
  /** Shows a problem and focuses the field. */
  readonly reject: (name: keyof Values & string, problem: string) => void
  readonly focus: (name: keyof Values & string) => void
}

/** Messages by field in the details of a refusal with PARAM_ERROR. */
function fieldsOf({ code, details }: Failure): Readonly<Record<string, unknown>> {
  const fields = code === CODES.PARAM_ERROR && typeof details === 'object' && details !== null && 'fields' in details
  return fields && typeof details.fields === 'object' && details.fields !== null ? { ...details.fields } : {}
}

/** Splits a refusal into the messages of fields and the rest. */
function problemsOf<Values extends FormValues>(
  failure: Failure,
  names: readonly (keyof Values & string)[],
  refusals: FormOptions<Values>['refusals'] = {},
): Problems<Values> {
  const own = refusals[failure.code]
  if (own !== undefined) return { [own]: failure.message } as Problems<Values>
  const fields = fieldsOf(failure)
  return Object.fromEntries(
    names.flatMap((name) => (typeof fields[name] === 'string' ? [[name, fields[name]]] : [])),
  ) as Problems<Values>
}

/**
 * State of a form with text fields: values, problems and submission. The first invalid field is focused. Values remain
 * after a refusal.
 */
export function useForm<Values extends FormValues>(options: FormOptions<Values>): FormState<Values> {
  const { initial, check, ask, submit, refusals, onDone, onChange } = options
  const [values, setValues] = useState(initial)
  const [problems, setProblems] = useState<Problems<Values>>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const elements = useRef(new Map<string, HTMLElement>())
  const names = Object.keys(initial) as (keyof Values & string)[]

  const focus = useCallback((name: string) => elements.current.get(name)?.focus(), [])
  /** Shows problems; returns whether there are any. */
  const show = (found: Problems<Values>): boolean => {
    setProblems(found)
    const first = names.find((name) => found[name])
    if (first !== undefined) focus(first)
    return first !== undefined
  }
  const send = async () => {
    setFailure(null)
    if (show(check(values))) return
    if (ask !== undefined && !(await ask(values))) return
    setBusy(true)
    const result = await submit(values)
    setBusy(false)
    if (result.ok) onDone(values)
    else if (!show(problemsOf(result, names, refusals))) setFailure(result)
  }
  const type = (name: keyof Values, value: string) => {
    const next = { ...values, [name]: value }
    setValues(next)
    setProblems((before) => ({ ...before, [name]: null }))
    onChange?.(next)
  }
  return {
    values,
    isBusy,
    failure,
    submit: () => void send(),
    bind: (name) => ({
      ref: (element) => {
        if (element === null) elements.current.delete(name)
        else elements.current.set(name, element)
      },
      value: values[name] ?? '',
      error: problems[name] ?? null,
      onValueChange: (value) => type(name, value),
    }),
    reject(name, problem) {
      setProblems((before) => ({ ...before, [name]: problem }))
      focus(name)
    },
    focus,
  }
}
