/** Build information from Vite. Undefined without Vite, for example in Node. */
interface ImportMeta {
  readonly env?: { readonly DEV?: boolean }
}
