import { useAtomValue } from 'jotai'
import { X } from 'lucide-react'
import { type FocusEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { effectsText } from '#messages/zh/effects.ts'
import { type SiteBanner, subscribeToSiteBanners } from '#state/site/site-banners.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { GiftIcon } from '#ui/art/GiftIcon.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { reducedMotion } from '#ui/hooks/use-media.ts'
import styles from './SiteBanners.module.css'
import { useEffectQueue } from './use-effect-queue.ts'

const MAX_WAITING = 5
const SHOWN_MS = 8_000
/** Duration of a banner under the pointer or with the focus. */
const HELD_MS = 30_000

interface SiteBannersProps {
  /** The open room. Its own gifts are not shown as banners. */
  readonly chatRoomNo: string
}

/** 飘屏: expensive gifts of other rooms, as banners over the video with a link to the room. */
export function SiteBanners({ chatRoomNo }: SiteBannersProps) {
  const { shows } = useAtomValue(uiPreferencesAtom)
  return shows.siteBanners ? <BannerQueue chatRoomNo={chatRoomNo} /> : null
}

function BannerQueue({ chatRoomNo }: SiteBannersProps) {
  const subscribe = useCallback(
    (enqueue: (banner: SiteBanner) => void) =>
      subscribeToSiteBanners((banner) => {
        if (banner.chatRoomNo !== chatRoomNo) enqueue(banner)
      }),
    [chatRoomNo],
  )
  const { current, end } = useEffectQueue(subscribe, MAX_WAITING, 'site-banner')
  return current === null ? null : <Banner key={current.id} banner={current} onEnd={end} />
}

interface BannerProps {
  readonly banner: SiteBanner
  readonly onEnd: (id: string) => void
}

function Banner({ banner, onEnd }: BannerProps) {
  const { id, eid, title, giftName, giftIcon, memberName, count } = banner
  const element = useRef<HTMLDivElement>(null)
  const [isHeld, setHeld] = useState(false)
  const onFocus = useRestoreFocus(element)
  useEffect(() => {
    const away = reducedMotion() ? 'none' : 'translateX(40%)'
    element.current?.animate(
      [
        { opacity: 0, transform: away },
        { opacity: 1, transform: 'none' },
      ],
      {
        duration: 320,
        easing: 'ease-out',
      },
    )
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => onEnd(id), isHeld ? HELD_MS : SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id, isHeld, onEnd])
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  return (
    <div
      ref={element}
      className={styles.banner}
      data-site-banner={eid}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={(event) => {
        hold()
        onFocus(event)
      }}
      onBlur={release}
    >
      <Link className={styles.link} to={`/app/live/${eid}`}>
        <GiftIcon src={giftIcon} size={22} />
        <span className={styles.what}>{effectsText('site', { name: memberName, title, gift: giftName })}</span>
        <b>{effectsText('times', { count })}</b>
        <span className={styles.go}>{effectsText('go')}</span>
      </Link>
      <IconButton
        ground="video"
        size="small"
        label={effectsText('close')}
        icon={<X size={16} />}
        onClick={() => onEnd(id)}
      />
    </div>
  )
}

/**
 * Restores the focus when an element that contains it is removed: to where it came from, or to the first control of the
 * nearest `[data-video]`. Pass the returned function to `onFocus`.
 */
function useRestoreFocus(element: RefObject<HTMLElement | null>): (event: FocusEvent) => void {
  const cameFrom = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const self = element.current
    const video = self?.closest('[data-video]')
    return () => {
      if (self === null || !self.contains(document.activeElement)) return
      const controls = [...(video?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])]
      const target = cameFrom.current?.isConnected
        ? cameFrom.current
        : controls.find((control) => !self.contains(control))
      target?.focus({ preventScroll: true })
    }
  }, [element])
  return ({ relatedTarget }) => {
    const isOutside = relatedTarget instanceof HTMLElement && !element.current?.contains(relatedTarget)
    if (isOutside) cameFrom.current = relatedTarget
  }
}
