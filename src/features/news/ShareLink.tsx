import { Link as LinkIcon } from 'lucide-react'
import { useState } from 'react'
import { commonText } from '#messages/zh/common.ts'
import { newsText } from '#messages/zh/news.ts'
import { call } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { copyWithToast } from '#ui/button/CopyButton.tsx'
import styles from './ShareLink.module.css'

/**
 * Copies the short URL of a path (S7.35), or the full URL if there is none. Shows the URL if copying is not allowed.
 */
export function ShareLink({ path }: { readonly path: string }) {
  const [isLoading, setLoading] = useState(false)
  const [shown, setShown] = useState<{ path: string; address: string } | null>(null)

  const share = async () => {
    setLoading(true)
    const result = await call('site.shortUrl', { url: path })
    const address = new URL(result.ok ? result.data.shortUrl : path, window.location.origin).href
    setLoading(false)
    setShown((await copyWithToast(address, commonText('copy.link'))) ? null : { path, address })
  }

  return (
    <div className={styles.share}>
      <Button size="small" icon={<LinkIcon size={16} />} isLoading={isLoading} onClick={() => void share()}>
        {newsText('article.share')}
      </Button>
      {shown?.path === path && (
        <input
          className={styles.address}
          readOnly
          value={shown.address}
          aria-label={newsText('article.link')}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
    </div>
  )
}
