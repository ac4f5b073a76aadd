import { realpathSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/**
 * True if a module is the started program. False if it was bundled into another one.
 *
 * @param module `import.meta.url` of the module; Node resolves links in it
 * @param started `process.argv[1]`, which may be a link
 */
export function isProgram(module: string, started: string | undefined): boolean {
  if (started === undefined) return false
  const file = withoutLinks(started)
  return /[\\/]server[\\/]main\.[jt]s$/.test(file) && module === pathToFileURL(file).href
}

/** Resolves links; returns the path itself if it does not exist. */
function withoutLinks(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
