import { transport } from './fake-transport.ts'

/** Stands where `#transport/client.ts` does, in every browser test (vitest.config.ts). */
export const {
  call,
  closeVerification,
  completeVerification,
  encryptCaptchaText,
  offlineGeetest,
  onNotice,
  serverNow,
  signIn,
  signOut,
  startTransport,
} = transport.client

export const transportStats = async () => null
export const keepInvite = async () => undefined
