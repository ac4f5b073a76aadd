/** As far as browsers have it; TypeScript's own library does not name it yet. */
interface PolicyMaker {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): {
    createScriptURL(address: string): string
  }
}

/** Throws when an address is not of this origin. */
function ofThisOrigin(address: string): string {
  const { href, origin } = new URL(address, location.href)
  if (origin !== location.origin) throw new TypeError(`not code of this site: ${origin}`)
  return href
}

const maker = (globalThis as { readonly trustedTypes?: PolicyMaker }).trustedTypes
const policy = maker?.createPolicy('grandstand', { createScriptURL: ofThisOrigin }) ?? { createScriptURL: ofThisOrigin }

/**
 * An address whose code this page may start in a worker (settled 37): of this origin, stamped by the page's one policy of
 * trusted types where browsers ask for that.
 *
 * @throws TypeError for any other origin.
 */
export function ownScript(address: string): string {
  return policy.createScriptURL(address)
}
