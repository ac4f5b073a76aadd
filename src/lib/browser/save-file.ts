/** Safari reads the object URL long after the click. */
const OBJECT_URL_LIFETIME_MS = 40_000

/** Saves `content` under a file name. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), OBJECT_URL_LIFETIME_MS)
}
