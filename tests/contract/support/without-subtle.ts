/** Simulates plain http, where browsers hide it. Imported first, because modules run in import order. */
Object.defineProperty(globalThis.crypto, 'subtle', { value: undefined })
