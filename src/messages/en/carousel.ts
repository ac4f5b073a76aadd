export const carousel = {
  role: 'carousel',
  position: '{index} of {count}: {label}',
  go: 'Slide {index}: {label}',
  previous: 'Previous',
  next: 'Next',
  pause: 'Stop the slides',
  play: 'Let them run',
}
