import { useState } from 'react'
import type { Banner } from '#protocol/endpoints/site.ts'
import { JumpLink } from '#ui/button/JumpLink.tsx'
import { isPictureFit, pictureAddress } from './banner-rules.ts'
import { DrawnBanner } from './DrawnBanner.tsx'
import styles from './BannerPicture.module.css'

interface BannerPictureProps {
  readonly banner: Banner
  /** Loads the picture lazily because it is not visible at first. */
  readonly isLater?: boolean
}

/** A banner with picture and title. Falls back to a drawn banner if the picture is missing, broken or too large. */
export function BannerPicture({ banner, isLater = false }: BannerPictureProps) {
  const [isBroken, setBroken] = useState(false)
  const wide = pictureAddress(banner.img)
  const narrow = pictureAddress(banner.imgH5) ?? wide
  const src = wide ?? narrow
  if (src === null || isBroken) return <DrawnBanner banner={banner} />
  return (
    <JumpLink jump={banner} className={styles.banner}>
      <picture>
        {narrow !== null && <source media="(max-width: 760px)" srcSet={narrow} />}
        <img
          className={styles.picture}
          src={src}
          alt=""
          loading={isLater ? 'lazy' : 'eager'}
          decoding="async"
          draggable={false}
          onError={() => setBroken(true)}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            if (!isPictureFit(naturalWidth, naturalHeight)) setBroken(true)
          }}
        />
      </picture>
      <span className={styles.title}>{banner.title}</span>
    </JumpLink>
  )
}
