import type { Banner } from '#protocol/endpoints/site.ts'
import { jumpTarget } from '#protocol/rules/jump.ts'
import { homeText } from '#messages/zh/home.ts'
import { LeadGround } from '#ui/art/LeadGround.tsx'
import { buttonClass } from '#ui/button/button-class.ts'
import { JumpLink } from '#ui/button/JumpLink.tsx'
import styles from './DrawnBanner.module.css'

interface DrawnBannerProps {
  readonly banner: Banner
  /** The line below the title, for example the state of the match. */
  readonly about?: string | undefined
  /** Text after `about` on wide screens. */
  readonly aside?: string | undefined
  /** Label of the button; 去看看 by default. */
  readonly action?: string
}

/** A banner with a drawn background in the colours of the skin. */
export function DrawnBanner({ banner, about, aside, action = homeText('banner.go') }: DrawnBannerProps) {
  return (
    <LeadGround className={styles.banner}>
      <h2 className={styles.title}>{banner.title}</h2>
      {about && (
        <p className={styles.about}>
          {about}
          {aside && <span className={styles.aside}>{` · ${aside}`}</span>}
        </p>
      )}
      {jumpTarget(banner).kind !== 'none' && (
        <div className={styles.actions}>
          <JumpLink jump={banner} className={buttonClass({ kind: 'primary', size: 'large' })}>
            {action}
          </JumpLink>
        </div>
      )}
    </LeadGround>
  )
}
