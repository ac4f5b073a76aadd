/** Types of find-browser.mjs for the configuration files and test helpers. */
export interface FoundBrowser {
  readonly executablePath: string
  readonly source: string
  readonly environment: Readonly<Record<string, string>>
}
export const BROWSER_FLAGS: string[]
export const NO_BROWSER_MESSAGE: string
export function findBrowser(options?: { download?: boolean; headlessShell?: boolean }): Promise<FoundBrowser | null>
