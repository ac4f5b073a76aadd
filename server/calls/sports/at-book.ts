import type { EndpointName } from '#protocol/endpoints/table.ts'
import type { CallOf, Handler } from '../../http/context.ts'
import type { RoomWriter } from '../../rooms/room-writer.ts'

/** What handlers of the sportsbook use of a call. It is JSON. */
type BookCall<Name extends EndpointName> = Pick<CallOf<Name>, 'session' | 'idempotencyKey' | 'now'>

/**
 * Returns a function that makes handlers run in the process that writes the rooms. Only its book has the markets and versions
 * that pages receive, and knows of a suspension at once, so a bet is decided alike wherever it arrives (decision 213). The
 * calls read, or have an idempotency key, so they may be repeated after an unknown result.
 */
export function atBookOf(writer: Pick<RoomWriter, 'define'>) {
  return <Name extends EndpointName>(
    name: Name,
    handler: (params: Parameters<Handler<Name>>[0], call: BookCall<Name>) => ReturnType<Handler<Name>>,
  ): Handler<Name> => {
    const run = writer.define(
      `sportsbook ${name}`,
      ({ params, call }: { params: Parameters<Handler<Name>>[0]; call: BookCall<Name> }) => handler(params, call),
      { again: (command) => command },
    )
    return (params, { session, idempotencyKey, now }) => run({ params, call: { session, idempotencyKey, now } })
  }
}
