/** Response of an HLS request. `cache` is the value of Cache-Control. */
export type Answer = { status: 200; type: string; cache: string; body: Buffer | string } | { status: 400 | 404 | 503 }

export const NOT_FOUND: Answer = { status: 404 }
export const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl'
export const MEDIA_TYPE = 'video/mp4'
