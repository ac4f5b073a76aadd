/** A factor that a sign-in needs besides password or code. */
export interface SecondFactor {
  /**
   * Begins a sign-in of a member who requires a passkey. The result is sent as details of NEED_PASSKEY. Null if the calling
   * page cannot use passkeys.
   */
  begin(
    memberId: string,
    call: { readonly deviceId: string; readonly origin?: string },
  ): Promise<{ readonly ticket: string; readonly options: unknown } | null>
}
