import { isVisible } from './chat-text.ts'

/**
 * S5.22: the rule's message if a required text shows nothing or is longer than `max` characters, else null. Surrounding spaces
 * do not count.
 */
export function requiredTextProblem(text: string, max: number, message: string): string | null {
  const given = text.trim()
  // One character takes at most two code units, so longer texts need no count.
  return !isVisible(given) || given.length > max * 2 || Array.from(given).length > max ? message : null
}
