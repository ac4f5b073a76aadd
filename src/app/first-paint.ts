const ID = 'first-paint'

/** Whether the grey screen of the HTML still stands for the first one (index.html). */
export function isFirstPaint(): boolean {
  return document.getElementById(ID) !== null
}

/** The first screen is drawn: its grey likeness goes. */
export function removeFirstPaint(): void {
  document.getElementById(ID)?.remove()
}
