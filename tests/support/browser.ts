import { BROWSER_FLAGS, findBrowser, NO_BROWSER_MESSAGE } from '../../scripts/find-browser.mjs'

/** Chromium's autoplay policies. */
export type AutoplayPolicy = 'no-user-gesture-required' | 'user-gesture-required' | 'document-user-activation-required'

/**
 * Launch options for `test.use({ launchOptions })` or `chromium.launch()`: the found browser with the flags of all
 * tests.
 *
 * @throws with a readable message if there is no browser.
 */
export async function browserLaunchOptions({
  autoplay,
  flags = [],
}: { autoplay?: AutoplayPolicy; flags?: string[] } = {}) {
  const browser = await findBrowser()
  if (browser === null) throw new Error(NO_BROWSER_MESSAGE)
  Object.assign(process.env, browser.environment)
  const policy = autoplay === undefined ? [] : [`--autoplay-policy=${autoplay}`]
  return { executablePath: browser.executablePath, args: [...BROWSER_FLAGS, ...policy, ...flags] }
}
