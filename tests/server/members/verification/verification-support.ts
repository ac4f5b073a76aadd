import { RISK_TOKEN_HEADER } from '#protocol/constants.ts'
import type { EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import type { ResponseBody } from '#protocol/result.ts'
import type { VerificationResult } from '#protocol/verification.ts'
import { AFS_SCENE } from '#server/members/verification/afs.ts'
import type { TrackPoint } from '#server/members/verification/drag-track.ts'
import { type CallOptions, SealedClient, sendInto } from '../../../support/sealed-client.ts'
import type { TestRouter } from '../../http/router-support.ts'

export const WIDTH = 260

/** A human drag: slow at both ends, slightly uneven, about a second. */
export function handTrack(width = WIDTH, points = 40): TrackPoint[] {
  return Array.from({ length: points }, (_, index) => {
    const share = index / (points - 1)
    const eased = share * share * (3 - 2 * share)
    return { x: Math.round(width * eased), y: Math.round(3 * Math.sin(share * 5)), t: Math.round(share * 900) }
  })
}

/** A client of a test router, with the router's clock. */
export function clientOf(router: TestRouter): Promise<SealedClient> {
  return SealedClient.connect(sendInto(router.app), { now: () => router.clock.now })
}

/** Passes the slider and returns its result. */
export async function passSlider(client: SealedClient, options: CallOptions = {}): Promise<VerificationResult> {
  const afsSessionId = `slide-${Math.random()}`
  const params = { afsSessionId, scene: AFS_SCENE, width: WIDTH, track: handTrack() }
  const { data } = await client.call('afs.analyze', params, options)
  const { isPassed, sig, token } = data as { isPassed: boolean; sig: string; token: string }
  if (!isPassed) throw new Error('the slider has not believed the hand')
  return { safeType: 'afs', afsSessionId, afsSig: sig, afsToken: token, afsScene: AFS_SCENE }
}

/** Calls an endpoint and opens the risk token of the response; '' = none. */
export async function callForRisk<Name extends EndpointName>(
  router: TestRouter,
  client: SealedClient,
  name: Name,
  params: RequestOf<Name>,
  options: CallOptions = {},
): Promise<{ response: ResponseBody; riskToken: string; sealed: string }> {
  const prepared = await client.prepare(name, params, options)
  const { body, headers } = await sendInto(router.app)(prepared.request)
  const sealed = headers[RISK_TOKEN_HEADER] ?? ''
  return {
    response: await prepared.open(body),
    riskToken: sealed === '' ? '' : await prepared.openRisk(sealed),
    sealed,
  }
}

/** Passes the slider and exchanges the result for a risk token. */
export async function riskTokenOf(router: TestRouter, client: SealedClient): Promise<string> {
  const result = await passSlider(client)
  const { riskToken } = await callForRisk(router, client, 'verification.verify', result)
  return riskToken
}
