import { atom } from 'jotai/vanilla'
import type { ConfigProblem } from '#protocol/rules/site-config.ts'
import { CONFIG_DEFAULTS, type SiteConfig } from '#protocol/site-config.ts'

/** The configuration of this site (S9.14, Annex C.4): the defaults until the server's has arrived. */
export const siteConfigAtom = atom<SiteConfig>(CONFIG_DEFAULTS)

/** Whether the server's configuration is here. */
export const isSiteConfigLoadedAtom = atom(false)

/** The keys that stand on their default because what came for them was missing or wrong. */
export const siteConfigProblemsAtom = atom<readonly ConfigProblem[]>([])
