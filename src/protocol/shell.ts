/** What a page and the service worker that keeps its shell have to agree on. */
export const SERVICE_WORKER_PATH = '/sw.js'

/** The page's word to a new service worker that waits: take over now, the viewer has asked for it. */
export const TAKE_OVER = 'take-over'

/** Names of the shell's caches begin with it; the build follows. */
export const SHELL_CACHE_PREFIX = 'grandstand-shell-'
