/** Safari asks for what a link saves long after the press, and saves nothing from an address that is gone by then. */
const ADDRESS_KEPT_MS = 40_000

/** Saves `content` as a file of this name. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), ADDRESS_KEPT_MS)
}
