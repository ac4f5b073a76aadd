/** What Vite says of the build; undefined where no Vite has been, in Node for instance. */
interface ImportMeta {
  readonly env?: { readonly DEV?: boolean }
}
