import type { RemoteVenueConfig } from '#server/config/config-forms.ts'

export const PROVIDER_SECRET = 'the secret of the simulated provider'
/** Name of the remote venue of the tests. */
export const REMOTE = 'HWYX'

export const remoteConfig = (url: string): RemoteVenueConfig => ({
  enName: REMOTE,
  chName: '海湾游戏',
  type: 'egame',
  url,
  secret: PROVIDER_SECRET,
})
