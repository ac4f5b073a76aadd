/** The value, or undefined where the browser throws: on storage and cookies that are forbidden or full. */
export function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
