import { useState } from 'react'
import { nt } from '#lib/text/news.ts'
import { useServerData } from '#state/use-server-data.ts'
import { JumpLink } from '#ui/JumpLink.tsx'
import styles from './NewsBanner.module.css'
import { pictureOf } from './picture.ts'

const POSITION = { position: 'news' } as const
const NONE: ReadonlySet<string> = new Set()

/** The banner of the news (S7.27): one at most; without a picture that can be shown there is none. */
export function NewsBanner() {
  const { data } = useServerData('site.bannerList', POSITION)
  const [failed, setFailed] = useState<ReadonlySet<string>>(NONE)
  const banner = data?.list.find(({ id, img }) => !failed.has(id) && pictureOf(img) !== null)
  if (!banner) return null
  const { id, img, imgH5, title } = banner
  return (
    <aside className={styles.banner} aria-label={nt('banner.label')}>
      <JumpLink jump={banner} label={title}>
        <picture>
          {pictureOf(imgH5) && <source media="(max-width: 760px)" srcSet={imgH5} />}
          <img
            className={styles.picture}
            src={img}
            alt=""
            onError={() => setFailed((before) => new Set([...before, id]))}
          />
        </picture>
      </JumpLink>
    </aside>
  )
}
