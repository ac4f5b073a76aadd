-- The stake in minor units of CNY as the limits of play counted it; null for bets of earlier versions. bet_place writes it.
ALTER TABLE bet ADD COLUMN value bigint;
--> statement-breakpoint
-- Counts the wins of members, before the bets change. p_rate is the price of USDT in 1/10,000 CNY. A returned or cancelled
-- bet without a result was no play: its stake is taken off the day that counted it, and its return is no win.
CREATE OR REPLACE FUNCTION bet_record_wins(p_moves bet_move[], p_rate integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_returned uuid[];
BEGIN
  SELECT coalesce(array_agg(b.id), '{}') INTO v_returned FROM unnest(p_moves) AS v JOIN bet b ON b.id = v.bet
  WHERE v.kind IN ('return', 'cancellation') AND b.state IN ('pending', 'accepted') AND NOT b.is_crowd;
  UPDATE rg_play p SET staked = greatest(p.staked - r.value, 0) FROM (
    SELECT member_id, site_day(placed_at) AS day, sum(coalesce(value, round_value(currency, stake, p_rate))) AS value
    FROM bet WHERE id = ANY(v_returned) GROUP BY 1, 2
  ) r WHERE p.member_id = r.member_id AND p.day = r.day;
  PERFORM rg_record_all(array_agg(w.member), array_agg(0::bigint), array_agg(w.won), array_agg(w.at)) FROM (
    SELECT v.member, sum(round_value(v.currency, v.won, p_rate))::bigint AS won, max(v.at) AS at FROM (
      SELECT m.member, m.currency, m.at, m.change - CASE WHEN b.id = ANY(v_returned) THEN b.stake ELSE 0 END AS won
      FROM unnest(p_moves) AS m JOIN bet b ON b.id = m.bet WHERE NOT m.is_crowd
    ) AS v WHERE v.won <> 0 GROUP BY v.member, site_day(v.at)
  ) AS w;
END $$;
