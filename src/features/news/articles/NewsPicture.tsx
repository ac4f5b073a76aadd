import { useState } from 'react'
import { classNames } from '#lib/class-names.ts'
import { CategoryArt } from '../CategoryArt.tsx'
import type { NewsCategory } from '../news-model.ts'
import styles from './NewsPicture.module.css'
import { isShowable, pictureOf } from './picture.ts'

interface NewsPictureProps {
  readonly category: NewsCategory
  /** URL from the server. If it is not a picture, only the drawn background is shown. */
  readonly img: string
  /** Description of the picture; empty for a decorative one. */
  readonly alt?: string
  readonly className?: string | undefined
  /** Above the fold: loaded eagerly. */
  readonly isEager?: boolean
}

/**
 * The picture of an article: a photo that covers the drawn background of its category, or a crest on it.
 */
export function NewsPicture({ category, img, alt = '', className, isEager = false }: NewsPictureProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  const picture = img === failed ? null : pictureOf(img)
  return (
    <span className={classNames(styles.frame, className)}>
      <CategoryArt category={category} />
      {picture && (
        <img
          className={classNames(styles[picture.kind], shown !== img && styles.waiting)}
          src={picture.src}
          alt={alt}
          loading={isEager ? 'eager' : 'lazy'}
          decoding="async"
          draggable={false}
          referrerPolicy="no-referrer"
          onLoad={({ currentTarget }) => (isShowable(currentTarget) ? setShown(img) : setFailed(img))}
          onError={() => setFailed(img)}
        />
      )}
    </span>
  )
}
