/** What a browser withholds on plain http under a foreign name. Imported first: modules run in the order of their imports. */
Object.defineProperty(globalThis.crypto, 'subtle', { value: undefined })
