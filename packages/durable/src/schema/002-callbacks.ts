/** The tables of callbacks: what was handled of each deposit and withdrawal, and up to where the service's list was read. */
import type { Names } from './names.ts';

export const callbacks = ({ callbacks, catchUps }: Names): string => `
  CREATE TABLE ${callbacks} (
    digest text COLLATE "C" PRIMARY KEY,
    key text NOT NULL,
    progress bigint NOT NULL,
    note text NOT NULL,
    handled_at timestamptz(3) NOT NULL
  );
  COMMENT ON TABLE ${callbacks} IS 'what was handled of each deposit and withdrawal: a row that is deleted is handled again when its callback is replayed';
  COMMENT ON COLUMN ${callbacks}.digest IS 'a hash of the key: an index keeps no long text';

  CREATE TABLE ${catchUps} (
    wallet_id numeric(20) PRIMARY KEY,
    next bigint NOT NULL,
    holder uuid,
    held_until timestamptz NOT NULL DEFAULT '-infinity',
    begun_at timestamptz NOT NULL DEFAULT '-infinity',
    due_at timestamptz NOT NULL DEFAULT '-infinity'
  );
  COMMENT ON COLUMN ${catchUps}.next IS 'Unix seconds: callbacks before it were all given to the handler, and none of them failed';
`;
