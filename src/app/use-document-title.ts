import { useEffect } from 'react'
import { t } from '#lib/text/t.ts'

/** Names the browser tab after the screen: `直播 · 看台`. */
export function useDocumentTitle(page: string): void {
  useEffect(() => {
    document.title = t('document.page', { page })
  }, [page])
}
