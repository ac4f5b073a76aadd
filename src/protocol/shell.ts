/* Definitions shared by the page and its service worker. */

export const SERVICE_WORKER_PATH = '/sw.js'

/** Message of a page to a waiting service worker: the user has asked for the update. */
export const TAKE_OVER = 'take-over'

/** Prefix of the names of the shell caches. The build id follows. */
export const SHELL_CACHE_PREFIX = 'grandstand-shell-'
