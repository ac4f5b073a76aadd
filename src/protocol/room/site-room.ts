/** The pseudo-room that every page listens to: 飘屏 and site notices (settled 10). Nobody speaks in it. */
export const SITE_ROOM = 'site'
