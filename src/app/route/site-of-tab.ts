import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { tabStorage } from '#state/data/tab-storage.ts'

/* Settled 29: a site chosen by `?siteId=` in demo mode applies to the tab. */

const PARAMETER = 'siteId'
/** Key in sessionStorage. */
const KEY = 'site'

interface TabSite {
  readonly isDemo: boolean
  /** The site of the loaded page. */
  readonly shown: string
  /** The site that its URL names; null without one. */
  readonly named: string | null
  /** The site that an earlier page of the tab has stored. */
  readonly stored: string | null
}

/** The site that the tab keeps; null for that of the host. A URL that names a site decides, an unknown one ends the choice. */
export function siteOfTab({ isDemo, shown, named, stored }: TabSite): string | null {
  if (!isDemo) return null
  if (named !== null) return named === shown ? named : null
  return stored
}

/** Read once: the router changes the URL later. */
const opened = siteOfTab(readTab())

function readTab(): TabSite {
  const { site = '', demo } = document.documentElement.dataset
  const named = new URLSearchParams(window.location.search).get(PARAMETER)
  return { isDemo: demo === 'true', shown: site, named, stored: tabStorage()?.getItem(KEY) ?? null }
}

/**
 * Stores the site of the tab. If this page is of another one, because its URL names none, loads it again with the site and
 * returns true. The second page names its site, so it never loads a third one.
 */
export function keepSiteOfTab(): boolean {
  try {
    if (opened === null) tabStorage()?.removeItem(KEY)
    else tabStorage()?.setItem(KEY, opened)
  } catch {
    // Full: the choice lasts as long as the URL names it.
  }
  const { site } = document.documentElement.dataset
  // Offline, only visited sites are in the cache.
  if (opened === null || opened === site || !navigator.onLine) return false
  window.location.replace(withSite(window.location.href, opened))
  return true
}

/** `address` with the site in its query. */
export function withSite(address: string, siteId: string): string {
  const url = new URL(address)
  url.searchParams.set(PARAMETER, siteId)
  return url.href
}

/** The URL keeps the site on every screen, so that reloads and copied links request the same site. */
export function useSiteInAddress(siteId: string | null = opened): void {
  const location = useLocation()
  useEffect(() => {
    if (siteId === null || new URLSearchParams(location.search).get(PARAMETER) === siteId) return
    // The router stores its own state in the history entry.
    window.history.replaceState(window.history.state, '', withSite(window.location.href, siteId))
  }, [siteId, location])
}
