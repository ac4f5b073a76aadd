import { atom } from 'jotai/vanilla'
import { type ConfigProblem, CONFIG_DEFAULTS, type SiteConfig } from '#protocol/site-config.ts'

/** The configuration of this site (S9.14, Annex C.4); the defaults until it is loaded. */
export const siteConfigAtom = atom<SiteConfig>(CONFIG_DEFAULTS)

export const isSiteConfigLoadedAtom = atom(false)

/** The server writes the name of the site into the page. */
const FIRST_NAME = typeof document === 'undefined' ? undefined : document.documentElement.dataset['name']

export const siteNameAtom = atom((get) =>
  get(isSiteConfigLoadedAtom) ? get(siteConfigAtom).siteName : (FIRST_NAME ?? CONFIG_DEFAULTS.siteName),
)

/** Keys whose value was missing or invalid, so that the default applies. */
export const siteConfigProblemsAtom = atom<readonly ConfigProblem[]>([])
