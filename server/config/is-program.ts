import { realpathSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/**
 * Whether a module is the program that was started; it is not when a tool has bundled it into its own.
 *
 * @param module address of the module (`import.meta.url`), which Node gives without links
 * @param started what was started (`process.argv[1]`), which may be a link
 */
export function isProgram(module: string, started: string | undefined): boolean {
  if (started === undefined) return false
  const file = withoutLinks(started)
  return /[\\/]server[\\/]main\.[jt]s$/.test(file) && module === pathToFileURL(file).href
}

/** The path itself when nothing is there. */
function withoutLinks(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
