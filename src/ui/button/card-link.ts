import styles from './card-link.module.css'

/**
 * Class of the one link or button that covers its card. The card is `position: relative`; its other controls are above.
 */
export const cardLink = styles.reach
