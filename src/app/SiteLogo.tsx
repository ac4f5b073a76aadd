import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { siteNameAtom } from '#state/site/site-config.ts'
import { Logo } from '#ui/art/Logo.tsx'
import styles from './SiteLogo.module.css'

interface SiteLogoProps {
  readonly className: string | undefined
  readonly to: string
  readonly height?: number
}

/** A link with the word mark, or with the name that the operator has given the site. */
export function SiteLogo({ className, to, height }: SiteLogoProps) {
  const name = useAtomValue(siteNameAtom)
  const isOurs = name === CONFIG_DEFAULTS.siteName
  return (
    <Link className={className} to={to} aria-label={name}>
      {isOurs ? <Logo {...(height !== undefined && { height })} /> : <span className={styles.name}>{name}</span>}
    </Link>
  )
}
