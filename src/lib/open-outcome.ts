/**
 * True if the outcome of a money call is unknown and the transport keeps querying it under the same key (settled 7). A
 * `settled` notice reports the outcome.
 */
export function isOpenOutcome({ details }: { readonly details?: unknown }): boolean {
  return (details as { readonly isPending?: unknown } | null | undefined)?.isPending === true
}
