const LOAD_TIMEOUT_MS = 8_000

const loading = new Map<string, Promise<void>>()

/**
 * Loads a vendor script once with a script element; the CSP decides whether its host is allowed. Rejects after 8 s or
 * on error; then it can be requested again.
 *
 * @param address URL of this origin, or https
 */
export function loadScript(address: string): Promise<void> {
  const { href, protocol, origin } = new URL(address, location.href)
  if (protocol !== 'https:' && origin !== location.origin) return Promise.reject(new Error('not a safe address'))
  const known = loading.get(href)
  if (known) return known
  const script = document.createElement('script')
  const loaded = new Promise<void>((resolve, reject) => {
    const fail = () => {
      loading.delete(href)
      script.remove()
      reject(new Error(`could not load ${href}`))
    }
    const timer = window.setTimeout(fail, LOAD_TIMEOUT_MS)
    script.addEventListener('load', () => {
      window.clearTimeout(timer)
      resolve()
    })
    script.addEventListener('error', () => {
      window.clearTimeout(timer)
      fail()
    })
  })
  loading.set(href, loaded)
  script.src = href
  script.async = true
  document.head.append(script)
  return loaded
}
