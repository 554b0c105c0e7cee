// Every sample that signs calls a sandbox, which checks signatures by itself, with the codes and secrets of its wallets filled in.
import { withAnswersOf } from '@wallet-operations/answers';
import { errors } from '@wallet-operations/openapi/errors';
import document from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { operations } from '@wallet-operations/openapi/operations';
import { startSandbox, type Sandbox } from '@wallet-operations/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caseOf, overlayFileOf } from '../overlays/files.ts';
import { Page } from './page.ts';
import { startRecorder, type Recorded, type Recorder } from './recorder.ts';
import { canRun, client, fetching, SampleFolder, signing, sourcesOf, type Way } from './samples.ts';

const OWN = Object.entries(signing).filter(([, way]) => canRun(way));
const SERVICES: { service: string; overlay?: string; ways: [string, Way][] }[] = [
  { service: 'a sandbox', ways: [...OWN, ['the client', client]] },
  {
    service: 'a sandbox that wants milliseconds and a nonce',
    overlay: overlayFileOf([caseOf('request-time'), caseOf('checksum')]),
    ways: OWN, // the client has both from the build of an overlay
  },
];

/** Which samples to fill in, and with what in the place of a secret. Default: the secret. */
interface Filling {
  readonly way: Way;
  readonly secretOf?: (secret: string) => string;
}

/** Transactions of the sandbox have IDs of their own, of which no document can know. */
const REFUSED: Readonly<Record<string, string>> = { getWithdrawalEventLogs: errors.txid_not_found.text };

describe.each(SERVICES)('against $service', ({ overlay, ways }) => {
  let page: Page;
  let sandbox: Sandbox;
  let recorder: Recorder;
  let folder: SampleFolder;
  let start: { snapshot: string };

  beforeAll(async () => {
    page = await Page.build(withAnswersOf(document, overlay));
    sandbox = await startSandbox(overlay === undefined ? {} : { overlay });
    recorder = await startRecorder(sandbox);
    folder = new SampleFolder();
    const address = await createdAddress();
    await sandbox.control.deposit({ walletId: 635770, amount: '1', address, ...shownDeposit() });
    await sandbox.control.mine();
    start = await sandbox.control.snapshot();
  });

  afterAll(async () => {
    page[Symbol.dispose]();
    await recorder.close();
    folder[Symbol.dispose]();
  });

  /** The samples of a way, each with the code of its wallet. */
  async function filledIn({ way, secretOf = (secret) => secret }: Filling): Promise<Map<string, string>> {
    const wallets = await sandbox.control.wallets();
    const [readOnly] = await sandbox.control.readOnlyCodes();
    const filled = Array.from(sourcesOf(page.document, way), ([name, source]): [string, string] => {
      const [, walletId = '635743'] = /wallet(?:s\/|\()(\d+)/.exec(source) ?? []; // prices are for any wallet
      const access = source.includes('THE-READ-ONLY-API-CODE')
        ? readOnly
        : wallets.find((wallet) => String(wallet.walletId) === walletId);
      if (!access) throw new Error(`${name} calls for wallet ${walletId}, which the sandbox does not have.`);
      const withCode = source.replace(/THE-(READ-ONLY-)?API-CODE/, access.apiCode);
      return [name, withCode.replace('its-secret', secretOf(access.secret))];
    });
    return new Map(filled);
  }

  /** Runs all of them, from the same state. */
  async function runAll(filling: Filling): Promise<Map<string, Recorded[]>> {
    await sandbox.control.restore(start); // its time, too, from which that of samples would be too far soon
    await sandbox.control.advance({ seconds: Math.max(0, Math.round((Date.now() - sandbox.now()) / 1000)) });
    const { program } = filling.way;
    return folder.run(program, await filledIn(filling), recorder, { mayThrow: true }); // the client does when it is refused
  }

  /** An address as the samples create them: deposits to it have callbacks. */
  async function createdAddress(): Promise<string> {
    const [way, name] = [fetching, `createDepositAddresses.${fetching.extension}`];
    const source = (await filledIn({ way })).get(name) ?? '';
    const sent = await folder.run(way.program, new Map([[name, source]]), recorder);
    const { addresses } = JSON.parse(sent.get(name)?.[0]?.answer ?? '') as { addresses: string[] };
    return addresses[0] ?? '';
  }

  describe.each(ways)('%s', (_, way) => {
    let genuine: Map<string, Recorded[]>;
    let forged: Map<string, Recorded[]>;
    beforeAll(async () => {
      forged = await runAll({ way, secretOf: () => 'not-the-secret' });
      genuine = await runAll({ way });
    }, 60_000);

    test.each(Object.keys(operations))('%s is answered', (id) => {
      const answers = genuine.get(`${id}.${way.extension}`)?.map(({ status, answer }) => [status, errorIn(answer)]);
      expect(answers).toEqual([REFUSED[id] === undefined ? [200, undefined] : [400, REFUSED[id]]]);
    });

    test.each(Object.keys(operations))('%s is refused with another secret', (id) => {
      const answers = forged.get(`${id}.${way.extension}`)?.map(({ status, answer }) => [status, errorIn(answer)]);
      expect(answers).toEqual([[403, errors.checksum_unmatch.text]]);
    });
  });
});

const errorIn = (answer: string): unknown => (JSON.parse(answer) as { error?: unknown }).error;

/** The deposit whose callback the samples look up. */
function shownDeposit(): { txid: string; vout: number } {
  const { parameters } = document.paths[operations.getDepositCallback.path].get;
  const examples = parameters.map((parameter) => ('example' in parameter ? parameter.example : undefined));
  return { txid: String(examples[1]), vout: Number(examples[2]) };
}
