import { describe } from 'vitest'
import { cacheSuite } from './cache.suite.ts'
import { callsSuite } from './calls.suite.ts'
import { encodingsSuite } from './encodings.suite.ts'
import { linesSuite } from './api-origins.suite.ts'
import { moneySuite } from './money.suite.ts'
import { roomFeedSuite } from './room-feed.suite.ts'
import { roomRecoverySuite } from './room-recovery.suite.ts'
import { roomsSuite } from './rooms.suite.ts'
import { safetySuite } from './safety.suite.ts'
import { sessionEndSuite } from './session-end.suite.ts'
import { sessionSuite } from './session.suite.ts'
import { thirdPartySuite } from './video-provider.suite.ts'
import type { ServerControl } from './support/control.ts'
import type { SuitePlatform } from './support/page.ts'
import { Suite } from './support/suite.ts'
import { tabsSuite } from './tabs.suite.ts'

/** Suites of sealed bodies. */
const BODY_PARTS = [encodingsSuite]
/** Suites that depend on sealing and signing: calls, bodies, provider, sign-in, rooms. */
const SEALED_PARTS = [callsSuite, ...BODY_PARTS, thirdPartySuite, sessionSuite, roomsSuite]
/** The others. They are the same code in every environment, apart from timers and storage. */
const OTHER_PARTS = [
  linesSuite,
  cacheSuite,
  sessionEndSuite,
  tabsSuite,
  safetySuite,
  moneySuite,
  roomRecoverySuite,
  roomFeedSuite,
]

const PARTS = { all: [...SEALED_PARTS, ...OTHER_PARTS], sealed: SEALED_PARTS, bodies: BODY_PARTS }

/**
 * The contract of the transport, from the page's side. The same tests run in process, over a MessageChannel and in a real
 * worker.
 */
export function transportSuite(
  title: string,
  makePlatform: () => SuitePlatform,
  getControl: () => ServerControl,
  parts: keyof typeof PARTS = 'all',
): void {
  describe(`transport ${title}`, () => {
    const suite = new Suite(makePlatform, getControl)
    for (const part of PARTS[parts]) part(suite)
  })
}
