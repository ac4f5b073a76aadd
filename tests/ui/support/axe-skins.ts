import { inject } from 'vitest'
import type { Skin } from '#protocol/sites.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    axeSkins: readonly Skin[]
  }
}

/** The skins that axe looks at: one in the normal set, all seven in the deep one (vitest.config.ts). */
export const AXE_SKINS = inject('axeSkins')
