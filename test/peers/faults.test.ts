/** What each fault does on the wire, seen by a raw socket: the mock and the sandbox have the same names for the same things. */
import { connect } from 'node:net';
import { startMock } from '@wallet-operations/mock';
import { startSandbox } from '@wallet-operations/sandbox';
import { WIRE_FAULTS, type WireFaultKind } from '@wallet-operations/serving';
import { describe, expect, it, onTestFinished } from 'vitest';

/** What came, and how the connection stood then. */
interface Seen {
  readonly text: string;
  readonly end: 'ended' | 'reset' | 'open';
}

const PAGE = /^HTTP\/1\.1 502 Bad Gateway\r\n(.*\r\n)*content-type: text\/html\r\n(.*\r\n)*\r\n<html>.*<\/html>$/;
const WHOLE = /^HTTP\/1\.1 (?:200|403) (.*\r\n)*\r\n\{.*\}$/;

const EXPECTED: Readonly<Record<WireFaultKind, Seen['end'] | readonly [Seen['end'], RegExp]>> = {
  'lost-request': 'ended',
  'lost-answer': 'ended',
  reset: 'reset',
  truncate: ['ended', /^HTTP\/1\.1 (?:200|403) (.*\r\n)*content-length: \d+\r\n(.*\r\n)*\r\n\{.*[^}]$/],
  silence: 'open',
  'bad-gateway': ['open', PAGE],
  'bad-gateway-after': ['open', PAGE],
  slow: ['open', WHOLE],
};

const BALANCE = '/v1/svc/wallets/1/vault/balance?t=1';

const requestOf = (path: string, prefer = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nX-API-CODE: a\r\nX-CHECKSUM: a\r\nPrefer: ${prefer}\r\n\r\n`;

/** Sends, and looks on until the connection ends, enough has come, or nothing comes any more once somebody else has been answered. */
async function seen(url: string, sent: string, isEnough: (text: string) => boolean): Promise<Seen> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('latin1');
  onTestFinished(() => {
    socket.destroy();
  });
  let text = '';
  const outcome = new Promise<Seen>((resolve) => {
    socket
      .on('data', (chunk: string) => {
        text += chunk;
        if (isEnough(text)) resolve({ text, end: 'open' });
      })
      .on('end', () => {
        resolve({ text, end: 'ended' });
      })
      .on('error', () => {
        resolve({ text, end: 'reset' });
      });
    socket.write(sent, () => {
      if (!isEnough('')) return;
      const others = Array.from({ length: 20 }, () => fetch(url + BALANCE).then((answer) => answer.text()));
      void Promise.all(others).then(() => {
        resolve({ text, end: 'open' });
      });
    });
  });
  return outcome;
}

const startMockWith = async (fault: string) => {
  const mock = await startMock();
  onTestFinished(() => mock.close());
  const delay = fault === 'slow' ? '; delay=1' : '';
  return { url: mock.url, sent: requestOf(BALANCE, `fault=${fault}${delay}`) };
};

const startSandboxWith = async (fault: WireFaultKind) => {
  const sandbox = await startSandbox({ running: false });
  onTestFinished(() => sandbox.close());
  await sandbox.control.injectFault({ kind: fault, delay: 1 });
  return { url: sandbox.url, sent: requestOf(BALANCE) };
};

describe.each([
  ['mock', startMockWith],
  ['sandbox', startSandboxWith],
] as const)('of the %s', (_, start) => {
  it.each(Object.keys(WIRE_FAULTS) as WireFaultKind[])('%s', async (kind) => {
    const [end, text] = [EXPECTED[kind]].flat() as [Seen['end'], RegExp?];
    const { url, sent } = await start(kind);
    const isEnough = (all: string): boolean => (text ? text.test(all) && end === 'open' : end === 'open');
    const outcome = await seen(url, sent, isEnough);
    expect(outcome).toEqual({ end, text: text ? (expect.stringMatching(text) as string) : '' });
  });
});

it.each(['lost-answer', 'reset', 'truncate'])(
  'of pipelined requests the one before %s is answered whole',
  async (kind) => {
    const mock = await startMock();
    onTestFinished(() => mock.close());
    const sent = requestOf(BALANCE) + requestOf(BALANCE, `fault=${kind}`);
    const { text } = await seen(mock.url, sent, () => false);
    expect(text).toMatch(/^HTTP\/1\.1 200 (.*\r\n)*\r\n\{[^}]*\}/);
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(kind === 'truncate' ? 2 : 1);
  },
);
