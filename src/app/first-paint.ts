const ID = 'first-paint'

/** True while the static first screen (index.html) is shown. */
export function isFirstPaint(): boolean {
  return document.getElementById(ID) !== null
}

/** Removes the static first screen after the first render. */
export function removeFirstPaint(): void {
  document.getElementById(ID)?.remove()
}
