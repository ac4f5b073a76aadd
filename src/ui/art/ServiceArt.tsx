import styles from './art.module.css'

const { base, light, shade, ground, yoke } = styles

/** A headset in the colours of the skin. Decorative. */
export function ServiceArt({ size = 48 }: { readonly size?: number }) {
  return (
    <svg viewBox="0 0 64 64" width={size} height={size} aria-hidden="true">
      <circle className={ground} cx="32" cy="32" r="30" />
      <path className={yoke} d="M15 36v-3a17 17 0 0 1 34 0v3M48 46c0 6-5 8-12 8" />
      <rect className={base} x="10" y="32" width="11" height="17" rx="5" />
      <rect className={base} x="43" y="32" width="11" height="17" rx="5" />
      <path className={light} d="M13 35.500a2.500 2.500 0 0 1 5 0v3h-5ZM46 35.500a2.500 2.500 0 0 1 5 0v3h-5Z" />
      <circle className={shade} cx="34" cy="54" r="4" />
    </svg>
  )
}
