/**
 * Copies a text to the clipboard. On plain http, without the clipboard API, uses a selection. Returns false on failure.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

function copySelected(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.cssText = 'position:fixed;top:0;left:-9999px'
  // Inside of an open dialog only its content can be selected.
  const place = before?.closest('dialog, [role="dialog"]') ?? document.body
  place.append(field)
  field.select()
  try {
    // Deprecated, but supported everywhere and the only way without the clipboard API.
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (before instanceof HTMLElement) before.focus()
  }
}
