export const effects = {
  gift: '{name} gives {gift}',
  times: '×{count}',
  site: '{name} gives {gift} in “{title}”',
  go: 'Have a look',
  close: 'Hide this banner',
}
