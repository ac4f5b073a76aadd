import { describe, expect, it } from 'vitest'
import type { MatchSource } from '#server/matches/match-source.ts'
import type { RoomHub } from '#server/rooms/hub.ts'

/** A source whose matches have rooms in `hub`. */
export interface SourceUnderTest {
  readonly source: MatchSource
  readonly hub: RoomHub
  /** Another source for the same rooms, as in another process that does not write them. */
  readonly follower: () => MatchSource
  readonly close: () => Promise<void>
}

/** What every {@link MatchSource} guarantees, whatever its matches are. */
export function matchSourceContract(name: string, open: () => Promise<SourceUnderTest>): void {
  describe(`the contract of match sources: ${name}`, () => {
    it('has matches with rooms and distinct ids after the start', async () => {
      const { source, hub, close } = await open()
      const matches = source.matches()
      expect(matches.length).toBeGreaterThan(0)
      for (const field of ['eid', 'matchId', 'anchorRoomId', 'chatRoomNo'] as const) {
        expect(new Set(matches.map(({ fixture }) => fixture[field])).size, field).toBe(matches.length)
      }
      for (const { fixture } of matches) expect(hub.has(fixture.chatRoomNo), fixture.eid).toBe(true)
      await close()
    })

    it('reports the state of each match to its room', async () => {
      const { source, hub, close } = await open()
      for (const { fixture, state } of source.matches()) {
        const { homeScore, guestScore, clock, anchorStatus } = state
        expect(hub.snapshot(fixture.chatRoomNo)).toMatchObject({ homeScore, guestScore, clock, anchorStatus })
      }
      await close()
    })

    it('lets a publisher take precedence, and returns to its own schedule', async () => {
      const { source, hub, close } = await open()
      const [first] = source.matches()
      if (!first) throw new Error('no match')
      const { anchorRoomId, chatRoomNo, eid } = first.fixture
      const status = () => source.matches().find(({ fixture }) => fixture.eid === eid)?.state.anchorStatus
      const scheduled = status()
      for (const [publisher, expected] of [
        ['live', 1],
        ['gone', 2],
        [null, scheduled],
      ] as const) {
        await source.setPublisher(anchorRoomId, publisher)
        expect(status()).toBe(expected)
        expect(hub.snapshot(chatRoomNo)?.anchorStatus).toBe(expected)
      }
      await close()
    })

    it('ignores a publisher of an unknown room', async () => {
      const { source, close } = await open()
      await expect(source.setPublisher('no-such-room', 'live')).resolves.toBeUndefined()
      await close()
    })

    it('shows the same matches in a process that follows', async () => {
      const { source, follower, close } = await open()
      const other = follower()
      await other.follow()
      const ids = (one: MatchSource) => one.matches().map(({ fixture }) => fixture.eid)
      expect(ids(other)).toEqual(ids(source))
      const boards = (one: MatchSource) =>
        one.matches().map(({ state: { homeScore, guestScore, clock } }) => ({ homeScore, guestScore, clock }))
      expect(boards(other)).toEqual(boards(source))
      await other.stop()
      await close()
    })

    it('knows the teams, leagues and anchors of its matches', async () => {
      const { source, close } = await open()
      const followables = source.followables()
      const now = Date.UTC(2026, 10, 21, 4)
      for (const { fixture } of source.matches()) {
        expect(followables).toContainEqual(expect.objectContaining({ kind: 'anchor', key: fixture.anchor.key }))
        if (fixture.kind === 'anchor') continue
        expect(source.matchData.team(fixture.home.key, now)?.name).toBe(fixture.home.name)
        expect(source.matchData.league(fixture.leagueId, now)?.name).toBe(fixture.league)
      }
      expect(source.matchData.team('no-such-team', now)).toBeNull()
      expect(source.newsroom.find('no-such-article', now)).toBeNull()
      await close()
    })

    it('can stop twice and start again', async () => {
      const { source, close } = await open()
      const before = source.matches().map(({ fixture }) => fixture.eid)
      await source.stop()
      await source.stop()
      await source.start()
      await source.stop()
      expect(source.matches().map(({ fixture }) => fixture.eid)).toEqual(before)
      await close()
    })
  })
}
