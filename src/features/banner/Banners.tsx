import type { ReactNode } from 'react'
import type { Banner } from '#protocol/endpoints/site.ts'
import { classNames } from '#lib/class-names.ts'
import { ht } from '#lib/text/home.ts'
import { Block } from '#ui/Block.tsx'
import { Carousel } from '#ui/Carousel.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { BannerPicture } from './BannerPicture.tsx'
import styles from './Banners.module.css'
import type { BannerPosition } from './use-banners.ts'
import { useBanners } from './use-banners.ts'

export interface BannersProps {
  readonly position: BannerPosition
  /** How the first one is drawn; as a picture by default. */
  readonly renderLead?: (banner: Banner) => ReactNode
}

/** The banners of a place, in a box whose height never changes: loading, failed, shown. None: no box. */
export function Banners({ position, renderLead }: BannersProps) {
  const box = classNames(styles.box, styles[position])
  return (
    <Block
      name={ht('banner.region')}
      answer={useBanners(position)}
      failed={ht('banner.failed')}
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
          label={ht('banner.region')}
          slides={banners.map((banner, index) => ({
            id: banner.id,
            label: banner.title,
            isDrawn: index === 0 && renderLead !== undefined,
            content:
              index === 0 && renderLead ? renderLead(banner) : <BannerPicture banner={banner} isLater={index > 0} />,
          }))}
        />
      )}
    </Block>
  )
}
