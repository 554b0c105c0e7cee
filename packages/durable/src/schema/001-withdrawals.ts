/**
 * The first tables: orders with their history, and what processes share. Every change of an order writes into each index that has its
 * state, so one has to serve all lists and numbers: they go through it wallet by wallet and state by state.
 */
import type { Names } from './names.ts';

export const withdrawals = ({ orders, history, wallets, lanes, outages, checksums }: Names): string => `
  CREATE TABLE ${orders} (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_id text NOT NULL UNIQUE,
    wallet_id numeric(20) NOT NULL,
    request text NOT NULL,
    priority integer NOT NULL DEFAULT 0,
    state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'unknown', 'accepted', 'in_pool', 'in_chain',
      'confirmed', 'failed', 'refused', 'conflict', 'closed')),
    exposed boolean NOT NULL DEFAULT false,
    refused_in_doubt boolean NOT NULL DEFAULT false,
    shown boolean NOT NULL DEFAULT false,
    attempt integer NOT NULL DEFAULT 0,
    finding text,
    transaction_id numeric(20),
    txid text,
    enqueued_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
    sent_at timestamptz(3),
    changed_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
  );
  COMMENT ON COLUMN ${orders}.exposed IS 'an attempt of it may have been taken: set, on disk, before its first byte leaves';
  COMMENT ON COLUMN ${orders}.refused_in_doubt IS 'the service refuses it now, and an attempt before may have been taken';
  COMMENT ON COLUMN ${orders}.shown IS 'somebody has said that a lookup shows by now whatever earlier attempts left';
  COMMENT ON COLUMN ${orders}.finding IS 'what was found out and is not booked yet, since the hook has failed';
  CREATE INDEX ON ${orders} (wallet_id, state, changed_at, id);
  CREATE INDEX ON ${orders} (id) WHERE finding IS NOT NULL;

  CREATE TABLE ${history} (
    id bigint GENERATED ALWAYS AS IDENTITY,
    order_key bigint NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    attempt integer NOT NULL,
    state text NOT NULL,
    evidence text,
    PRIMARY KEY (order_key, id)
  );
  COMMENT ON COLUMN ${history}.order_key IS 'the id of the order, beside which it is written: to have each looked up again would take a fifth of the time';

  CREATE TABLE ${wallets} (
    wallet_id numeric(20) PRIMARY KEY,
    holder uuid,
    held_until timestamptz NOT NULL DEFAULT '-infinity',
    wanted_by uuid,
    wanted_until timestamptz NOT NULL DEFAULT '-infinity',
    taken integer NOT NULL DEFAULT 0,
    too_many integer
  );
  COMMENT ON TABLE ${wallets} IS 'who submits orders of a wallet now, who is next, and how many orders one call of it may have';

  CREATE TABLE ${lanes} (
    lane text PRIMARY KEY,
    calls_per_minute integer,
    learnt_at timestamptz,
    next_at timestamptz NOT NULL,
    minute timestamptz NOT NULL,
    used integer NOT NULL,
    used_before integer NOT NULL DEFAULT 0
  );
  COMMENT ON TABLE ${lanes} IS 'the calls of each API code, which is named by a hash';

  CREATE TABLE ${outages} (
    lane text,
    operation text,
    failures integer NOT NULL,
    since timestamptz NOT NULL DEFAULT clock_timestamp(),
    next_at timestamptz NOT NULL,
    PRIMARY KEY (lane, operation)
  );
  COMMENT ON TABLE ${outages} IS 'calls in a row that the service did not answer';

  CREATE TABLE ${checksums} (
    digest text PRIMARY KEY,
    used_at timestamptz NOT NULL DEFAULT clock_timestamp()
  );
  CREATE INDEX ON ${checksums} (used_at);
  COMMENT ON TABLE ${checksums} IS 'hashes of what must not be sent a second time';
`;
