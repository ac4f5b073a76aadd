/** The part that browsers support; TypeScript's library does not declare it. */
interface PolicyMaker {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): {
    createScriptURL(address: string): string
  }
}

/**
 * @throws TypeError if a URL is not of this origin
 */
function ofThisOrigin(address: string): string {
  const { href, origin } = new URL(address, location.href)
  if (origin !== location.origin) throw new TypeError(`not a script of this site: ${origin}`)
  return href
}

const maker = (globalThis as { readonly trustedTypes?: PolicyMaker }).trustedTypes
const policy = maker?.createPolicy('grandstand', { createScriptURL: ofThisOrigin }) ?? { createScriptURL: ofThisOrigin }

/**
 * A script URL for a worker (settled 37): of this origin, created by the page's trusted-types policy if supported.
 *
 * @throws TypeError for another origin
 */
export function scriptOfThisOrigin(address: string): string {
  return policy.createScriptURL(address)
}
