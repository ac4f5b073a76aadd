/** Media routes are outside the rate limit of calls (@fastify/rate-limit reads this): one HLS viewer asks several times a second. */
export const NOT_RATE_LIMITED = { rateLimit: false }
