import { inject } from 'vitest'
import type { Skin } from '#protocol/sites.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    axeSkins: readonly Skin[]
  }
}

/** Skins checked by axe: see vitest.config.ts. */
export const AXE_SKINS = inject('axeSkins')
