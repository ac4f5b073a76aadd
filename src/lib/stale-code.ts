const CODE_FAILED = /dynamically imported module|importing a module script|preload css/i

/** True if an error means that a code file could not be loaded. After an update old file names do not exist. */
export function isStaleCode(error: unknown): boolean {
  return error instanceof Error && CODE_FAILED.test(error.message)
}
