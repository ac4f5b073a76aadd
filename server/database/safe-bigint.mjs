// Plain JavaScript, because the thread of the embedded database imports it too.

export function safeBigint(text) {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`the BIGINT ${text} is beyond the safe integers`)
  return value
}
