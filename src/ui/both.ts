/** One handler that calls two, the first one first; either may be missing. */
export function both<Event>(
  first: ((event: Event) => unknown) | undefined,
  second: ((event: Event) => unknown) | undefined,
): (event: Event) => void {
  return (event) => {
    first?.(event)
    second?.(event)
  }
}
