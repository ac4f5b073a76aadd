/** Returns a handler that calls two handlers in order; either may be undefined. */
export function both<Event>(
  first: ((event: Event) => unknown) | undefined,
  second: ((event: Event) => unknown) | undefined,
): (event: Event) => void {
  return (event) => {
    first?.(event)
    second?.(event)
  }
}
