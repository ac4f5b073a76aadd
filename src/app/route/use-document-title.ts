import { useEffect } from 'react'
import { t } from '#lib/messages/common.ts'
import { isSafari, showTitle } from '#lib/title-scroller.ts'
import { useReducedMotion } from '#ui/use-media.ts'

/** Sets the document title: `直播 · 看台`. A long title scrolls (S2.20). */
export function useDocumentTitle(page: string): void {
  const isCalm = useReducedMotion()
  useEffect(
    () => showTitle(document, t('document.page', { page }), { onSafari: isSafari(navigator.userAgent), isCalm }),
    [page, isCalm],
  )
}
