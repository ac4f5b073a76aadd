import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { commonText } from '#messages/zh/common.ts'
import { unreadTotalAtom } from '#state/session/unread.ts'
import { siteNameAtom } from '#state/site/site-config.ts'
import { isSafari, showTitle } from '#lib/title-scroller.ts'
import { useReducedMotion } from '#ui/hooks/use-media.ts'

/**
 * Sets the document title: `直播 · 看台`, with the name of the site, for members with the number of unread messages: `(3) 直播
 * · 看台`. A long title scrolls (S2.20).
 */
export function useDocumentTitle(page: string): void {
  const isCalm = useReducedMotion()
  const site = useAtomValue(siteNameAtom)
  const unread = useAtomValue(unreadTotalAtom)
  const title = commonText('document.page', { page, site })
  useEffect(
    () =>
      showTitle(document, unread > 0 ? `(${unread}) ${title}` : title, {
        onSafari: isSafari(navigator.userAgent),
        isCalm,
      }),
    [title, unread, isCalm],
  )
}
