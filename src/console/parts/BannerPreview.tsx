import { useState } from 'react'
import { siteText } from '#messages/zh/console/site.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import styles from './BannerPreview.module.css'

interface BannerPreviewProps {
  /** Page of the banner, see `PAGE_POSITIONS`. */
  readonly position: string
  readonly title: string
  /** Path of the picture for wide windows; '' for none. */
  readonly img: string
  /** Path of the picture for phones; '' for none. */
  readonly imgH5: string
}

/** A button that shows a banner as wide as viewers see it, on a desktop and on a phone. */
export function BannerPreview({ img, imgH5, ...banner }: BannerPreviewProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button disabled={img === ''} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {siteText('banner.preview')}
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={siteText('banner.preview')}
        description={siteText('banner.note')}
      >
        <div className={styles.sizes}>
          <Sample {...banner} size="desktop" src={img} />
          <Sample {...banner} size="phone" src={imgH5 === '' ? img : imgH5} />
        </div>
      </Dialog>
    </div>
  )
}

interface SampleProps extends Pick<BannerPreviewProps, 'position' | 'title'> {
  readonly size: 'desktop' | 'phone'
  readonly src: string
}

/** The banner in the box that the page has for it. */
function Sample({ position, title, size, src }: SampleProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const isShown = src.startsWith('/') && src !== failed
  return (
    <figure className={styles.sample} data-size={size}>
      <figcaption>{siteText(`banner.${size}`)}</figcaption>
      <div className={styles.box} data-position={position}>
        {isShown ? (
          <img
            src={src}
            alt={siteText('banner.of', { title, size: siteText(`banner.${size}`) })}
            onError={() => setFailed(src)}
          />
        ) : (
          <span>{siteText('picture.missing')}</span>
        )}
        {/* The page of news shows the picture only. */}
        {isShown && position !== 'news' && <strong className={styles.title}>{title}</strong>}
      </div>
    </figure>
  )
}
