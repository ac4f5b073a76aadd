export type CampaignStage = 'soon' | 'open' | 'ended'

/** Stage of a campaign on the server's clock. It is open from its start (inclusive) to its end (exclusive). */
export function campaignStage(
  { start, end }: { readonly start: number; readonly end: number },
  now: number,
): CampaignStage {
  if (now < start) return 'soon'
  return now < end ? 'open' : 'ended'
}
