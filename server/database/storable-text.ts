/** Characters that PostgreSQL rejects in text and JSON: NUL and lone surrogates. */
export const UNSTORABLE_CHARACTERS = /[\u0000\p{Surrogate}]/gu // oxlint-disable-line no-control-regex
