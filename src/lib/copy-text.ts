/** Puts a text into the clipboard; on plain http, where browsers offer none, by way of a selection. False = it did not work. */
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
  // Inside an open dialog nothing outside of it can be selected.
  const place = before?.closest('dialog, [role="dialog"]') ?? document.body
  place.append(field)
  field.select()
  try {
    // The only way where there is no clipboard; still in every browser.
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (before instanceof HTMLElement) before.focus()
  }
}
