import { accessSync, constants } from 'node:fs'
import path from 'node:path'

/** Folders of servers that are not on the PATH of every user. */
const MORE_FOLDERS = ['/usr/sbin', '/usr/local/sbin']

/** The path of an installed program, or null. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), ...MORE_FOLDERS]
  return folders.map((folder) => path.join(folder, name)).find((file) => isProgram(file)) ?? null
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
