/** S2.8: the word that makes any path the path of an activity. */
export const ACTIVITY_WORD = 'carnivalactivity'

/** S2.8: whether a path is that of an activity, wherever the word stands in it. */
export function isActivityPath(pathname: string): boolean {
  return pathname.includes(ACTIVITY_WORD)
}
