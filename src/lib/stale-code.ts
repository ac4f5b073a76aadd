const CODE_FAILED = /dynamically imported module|importing a module script|preload css/i

/** Whether an error means that a file of code could not be fetched: after an update the old file names are gone. */
export function isStaleCode(error: unknown): boolean {
  return error instanceof Error && CODE_FAILED.test(error.message)
}
