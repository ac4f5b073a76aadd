import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** Folders of servers that are not on the PATH of every user. */
const MORE_FOLDERS = ['/usr/sbin', '/usr/local/sbin', ...postgresFolders()]

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

/** Debian installs the programs of each PostgreSQL version in a folder of its own; the newest first. */
function postgresFolders(): string[] {
  const folder = '/usr/lib/postgresql'
  if (!existsSync(folder)) return []
  const versions = readdirSync(folder).toSorted((one, other) => Number(other) - Number(one))
  return versions.map((version) => path.join(folder, version, 'bin'))
}
