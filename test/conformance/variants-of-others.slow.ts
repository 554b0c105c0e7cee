/** Services that differ, of somebody who had not seen the run: most are judged rightly, and those that are not are named. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { testVariants } from './variants/run.ts';

/** Of 92, these are not judged rightly yet: something is not found, or more is told than there is. */
const MISSED = [
  'lists that begin with the oldest',
  'an order that is not there is a page of',
  'missing headers are told in other words',
  'nothing is found by another code',
  'IDs of wallets are texts in both lists',
  'deposit addresses with a label',
  'prices were refreshed at milliseconds',
  'the wallet list tells names, as balance',
  'times of blocks are in the zone of the ',
  '500 records of the history are refused',
  'a larger page of deposit addresses ends',
  'a thousand entries of the whitelist are',
  'the checksum of a vault’s balance is ch',
  'whether there is a txid is checked befo',
  'whose code it is is checked before the ',
  'an operator answers seven points at once',
  't is good for 45 seconds',
  'a checksum is an HMAC of method, path, ',
  'a whitelist entry is found by all of it',
  'balances are filtered by three kinds al',
  'callbacks are listed by when they were ',
  'callbacks of every type leave out what ',
  'prices take the read-only code alone',
  'the message of an error is called detail',
  'twenty calls a minute',
  'every amount is in the smallest unit',
  'an order is shown in capitals',
];

const files = globSync('*.variants.ts', { cwd: join(import.meta.dirname, 'variants') }).sort();
await testVariants(
  files.filter((file) => !file.startsWith('own-')),
  MISSED,
);
