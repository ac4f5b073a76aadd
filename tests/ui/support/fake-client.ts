import { transport } from './fake-transport.ts'

/** Replaces `#transport/client.ts` in all browser tests (vitest.config.ts). */
export const {
  call,
  closeVerification,
  completeVerification,
  encryptCaptchaText,
  hasStoredSession,
  joinRoom,
  offlineGeetest,
  onNotice,
  readStored,
  register,
  serverNow,
  signIn,
  signInWithPasskey,
  signOut,
  startTransport,
  upload,
} = transport.client

export const transportStats = async () => null
export const saveInviteCodes = async () => undefined
