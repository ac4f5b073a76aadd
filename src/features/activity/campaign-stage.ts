export type CampaignStage = 'soon' | 'open' | 'ended'

/** Where a campaign stands on the server's clock: open from its start until just before its end. */
export function campaignStage(
  { start, end }: { readonly start: number; readonly end: number },
  now: number,
): CampaignStage {
  if (now < start) return 'soon'
  return now < end ? 'open' : 'ended'
}
