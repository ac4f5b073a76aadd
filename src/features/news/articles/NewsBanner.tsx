import { useState } from 'react'
import { isSitePath } from '#protocol/rules/jump.ts'
import { newsText } from '#messages/zh/news.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { JumpLink } from '#ui/button/JumpLink.tsx'
import { Loading } from '#ui/state/Skeleton.tsx'
import styles from './NewsBanner.module.css'
import { isShowable } from './picture.ts'

const POSITION = { position: 'news' } as const
const NONE: ReadonlySet<string> = new Set()

/** The banner of the news (S7.27), at most one. Renders nothing without a picture of this origin. */
export function NewsBanner() {
  const { data, failure } = useServerData('site.bannerList', POSITION)
  const [failed, setFailed] = useState<ReadonlySet<string>>(NONE)
  const banner = data?.list.find(({ id, img }) => !failed.has(id) && isSitePath(img))
  if (data === null && failure === null) {
    return (
      <Loading>
        <div className={styles.picture} />
      </Loading>
    )
  }
  if (!banner) return null
  const { id, img, imgH5, title } = banner
  const leaveOut = () => setFailed((before) => new Set([...before, id]))
  return (
    <aside className={styles.banner} aria-label={newsText('banner.label')}>
      <JumpLink jump={banner} label={title}>
        <picture>
          {isSitePath(imgH5) && <source media="(max-width: 760px)" srcSet={imgH5} />}
          <img
            className={styles.picture}
            src={img}
            alt=""
            onLoad={({ currentTarget }) => {
              if (!isShowable(currentTarget)) leaveOut()
            }}
            onError={leaveOut}
          />
        </picture>
      </JumpLink>
    </aside>
  )
}
