/** Faults of a stream source. The suffix `.flv` or `.m3u8` is the type of the request. */
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
