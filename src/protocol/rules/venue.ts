const VIDEO_CHANNELS: Readonly<Record<string, string>> = {
  YB: 'OBTY',
  YBTY: 'OBTY',
  IM: 'IMTY',
  FB: 'FBTY',
  YBDJ: 'OBDJ',
  DB: 'DBTY',
}

/** S3.36: the channel under which a venue's match video is known; unknown names pass unchanged. */
export function videoChannel(venueName: string): string {
  return Object.hasOwn(VIDEO_CHANNELS, venueName) ? (VIDEO_CHANNELS[venueName] ?? venueName) : venueName
}

/** S3.37 */
export function venueNameOf(code: string): string {
  return code === 'OBTY' ? 'YB' : code === 'IMTY' ? 'IM' : code
}
