import { Link as LinkIcon } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '#lib/copy-text.ts'
import { newsText } from '#messages/zh/news.ts'
import { call } from '#transport/client.ts'
import { Button } from '#ui/Button.tsx'
import { toast } from '#ui/toast-manager.ts'
import styles from './ShareLink.module.css'

const TOAST_ID = 'share'

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
    if (await copyText(address)) {
      setShown(null)
      toast({ id: TOAST_ID, tone: 'success', text: newsText('article.copied') })
    } else {
      setShown({ path, address })
      toast({ id: TOAST_ID, tone: 'warn', text: newsText('article.copyFailed') })
    }
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
