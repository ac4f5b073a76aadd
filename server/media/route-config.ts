/** Media routes are exempt from the rate limit of calls, because an HLS viewer makes several requests per second. */
export const NOT_RATE_LIMITED = { rateLimit: false }
