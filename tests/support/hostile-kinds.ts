/** What a line can do wrong. `.flv` and `.m3u8` behind it say how it is asked. */
export const HOSTILE = [
  'redirect.m3u8',
  'redirect.flv',
  'segments.m3u8',
  'giant.m3u8',
  'codec.m3u8',
  'html.m3u8',
  'html.flv',
  'refused.m3u8',
  'refused.flv',
  'missing.m3u8',
  'broken.flv',
  'silent.m3u8',
  'silent.flv',
  'garbage.flv',
  'header.flv',
  'noise.m3u8',
  'sound.flv',
  'opening.flv',
] as const
export type Hostile = (typeof HOSTILE)[number]
