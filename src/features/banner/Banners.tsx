import type { ReactNode } from 'react'
import type { Banner } from '#protocol/endpoints/site.ts'
import { classNames } from '#lib/class-names.ts'
import { homeText } from '#messages/zh/home.ts'
import { Carousel } from '#ui/page/Carousel.tsx'
import { Block } from '#ui/state/Block.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { isUploaded } from './banner-rules.ts'
import { BannerPicture } from './BannerPicture.tsx'
import styles from './Banners.module.css'
import type { ServerData } from '#state/data/use-server-data.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'

interface BannersProps {
  readonly position: BannerPosition
  /** Renders the first banner, except for one with an uploaded picture; a picture by default. */
  readonly renderLead?: (banner: Banner) => ReactNode
}

/**
 * The banners of a position in a box of constant height while loading, failed and shown. Renders nothing if there are
 * none.
 */
export function Banners({ position, renderLead }: BannersProps) {
  const box = classNames(styles.box, styles[position])
  return (
    <Block
      name={homeText('banner.region')}
      query={useBanners(position)}
      failed={homeText('banner.failed')}
      skeleton={
        <div className={classNames(box, styles.loading)}>
          <Skeleton width="240px" height="32px" />
          <Skeleton width="160px" />
          <Skeleton width="112px" height="36px" shape="plate" />
        </div>
      }
      isEmpty={(banners) => banners.length === 0}
      failureClass={classNames(box, styles.failed)}
    >
      {(banners) => (
        <Carousel
          className={box}
          label={homeText('banner.region')}
          slides={banners.map((banner, index) => {
            const lead = index === 0 && !isUploaded(banner) ? renderLead?.(banner) : undefined
            return {
              id: banner.id,
              label: banner.title,
              isDrawn: lead !== undefined,
              content: lead ?? <BannerPicture banner={banner} isLater={index > 0} />,
            }
          })}
        />
      )}
    </Block>
  )
}

type BannerPosition = 'home' | 'live'

/** The banners of a position (S7.27) from v2, or from v1 if v2 fails or has none. */
export function useBanners(position: BannerPosition): ServerData<readonly Banner[]> {
  const newer = useCachedData('site.queryBannersNew', { positions: [position] })
  const own = newer.data?.[position] ?? null
  const isOlderAsked = own === null && (newer.failure !== null || newer.data !== null)
  const older = useCachedData('site.queryBanners', isOlderAsked ? { position } : null)
  const retry = () => {
    newer.retry()
    older.retry()
  }
  if (own !== null) return { ...newer, data: own, retry }
  if (isOlderAsked) return { ...older, data: older.data?.list ?? null, retry }
  return { ...newer, data: null, retry }
}
