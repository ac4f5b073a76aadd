import styles from './card-link.module.css'

/** The class of the one link or button that fills its card: the card is `position: relative`, its other controls lie above. */
export const cardLink = styles.reach
