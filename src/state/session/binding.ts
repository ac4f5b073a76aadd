import { useSetAtom } from 'jotai'
import { atom } from 'jotai/vanilla'
import { useCallback } from 'react'

/** Binding steps in their order (S3.33), by their names in `bind.steps`. */
export const BINDING_STEPS = ['userRealNameBind', 'userInfoBind', 'selectRealName', 'selectUSDT'] as const
export type BindingStep = (typeof BINDING_STEPS)[number]

interface BindingRequest {
  /** Steps that must be done. */
  readonly needed: readonly BindingStep[]
  /** Opened by the member: the wizard also shows that everything is done. */
  readonly isByHand: boolean
  readonly resolve: (isComplete: boolean) => void
}

/** The open binding wizard; null = closed. */
export const bindingRequestAtom = atom<BindingRequest | null>(null)

const openAtom = atom(null, (get, set, request: BindingRequest) => {
  get(bindingRequestAtom)?.resolve(false)
  set(bindingRequestAtom, request)
})

/** Closes the wizard and resolves the promise of its opener. */
export const closeBindingAtom = atom(null, (get, set, isComplete: boolean) => {
  get(bindingRequestAtom)?.resolve(isComplete)
  set(bindingRequestAtom, null)
})

/**
 * Returns a function that opens the binding wizard (S3.33) for `needed` steps. Its promise resolves to true when all of
 * them are done, and to false if the wizard was closed. Without `needed` the member opened it, for all steps.
 */
export function useBindingWizard(): (needed?: readonly BindingStep[]) => Promise<boolean> {
  const open = useSetAtom(openAtom)
  return useCallback(
    (needed) =>
      new Promise((resolve) => open({ needed: needed ?? BINDING_STEPS, isByHand: needed === undefined, resolve })),
    [open],
  )
}
