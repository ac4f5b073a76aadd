import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { commonText } from '#messages/zh/common.ts'
import { siteNameAtom } from '#state/site/site-config.ts'
import { isSafari, showTitle } from '#lib/title-scroller.ts'
import { useReducedMotion } from '#ui/use-media.ts'

/** Sets the document title: `直播 · 看台`, with the name of the site. A long title scrolls (S2.20). */
export function useDocumentTitle(page: string): void {
  const isCalm = useReducedMotion()
  const site = useAtomValue(siteNameAtom)
  useEffect(
    () =>
      showTitle(document, commonText('document.page', { page, site }), {
        onSafari: isSafari(navigator.userAgent),
        isCalm,
      }),
    [page, site, isCalm],
  )
}
