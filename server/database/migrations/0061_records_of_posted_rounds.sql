-- The records of a member at all venues (S7.64): bets and rounds, also those of providers that are posted. `is_open` ones
-- count with their stake. An empty title is that of the bet, or of `game`. `round_id` is a round that everybody can check.
-- `key` is the primary key of a bet or round of this server.
CREATE OR REPLACE VIEW game_record AS
  SELECT id::text AS id, 'bet' AS kind, 'YBTY' AS venue, '' AS game, '' AS title, NULL::text AS round_id, member_id, currency,
    stake, returned, state, state IN ('pending', 'accepted') AS is_open, placed_at AS at, id AS key
  FROM bet
  UNION ALL
  SELECT id::text, 'round', 'YBDZ', game, '', id::text, member_id, currency, staked, coalesce(payout, 0) + pool_paid,
    CASE WHEN payout IS NULL THEN 'open' WHEN payout + pool_paid > staked THEN 'won'
      WHEN payout + pool_paid = staked THEN 'refunded' ELSE 'lost' END,
    payout IS NULL, started_at, id
  FROM game_round
  UNION ALL
  SELECT id::text, 'round', 'YBZR', table_id, '', round_id::text, member_id, currency, stake, coalesce(returned, 0),
    CASE WHEN returned IS NULL THEN 'open' WHEN returned > stake THEN 'won' WHEN returned = stake THEN 'refunded'
      ELSE 'lost' END,
    returned IS NULL, placed_at, id
  FROM table_bet
  UNION ALL
  SELECT round_id, 'round', venue, '', title, NULL, member_id, currency, staked, returned,
    CASE WHEN returned > staked THEN 'won' WHEN returned = staked THEN 'refunded' ELSE 'lost' END, false, ended_at, NULL
  FROM remote_round WHERE posted_at IS NOT NULL;
