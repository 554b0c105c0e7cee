/** Refusals before anything of a request is carried out. */
import { sortedSha256, systemClock } from '@wallet-operations/client';
import { ETH, ORDER, type Lab } from '../lab.ts';
import type { Expected, Program } from './program.ts';

const forbidden = (error: string): Expected => [403, { error }];

/** A request of its own making: the client would not send what is wrong in it. */
async function raw(lab: Lab, path: string, headers: Record<string, string>): Promise<never> {
  const response = await fetch(`${lab.sandbox.url}${path}`, { headers });
  const refusal = { status: response.status, body: await response.json() };
  throw Object.assign(new Error('refused'), refusal);
}

export const authentication: Readonly<Record<string, Program>> = {
  invalid_wallet_id: {
    expected: forbidden('Forbidden. Invalid wallet ID'),
    prepare: async (lab) => {
      await lab.createWallet(ETH);
      return () => raw(lab, '/v1/svc/wallets/mine/apisecret?t=1', { 'X-API-CODE': 'x', 'X-CHECKSUM': 'x' });
    },
  },
  header_not_found: {
    expected: forbidden('Forbidden. Header not found'),
    prepare: async (lab) => {
      const { walletId, apiCode } = await lab.createWallet(ETH);
      return () => raw(lab, `/v1/svc/wallets/${String(walletId)}/apisecret?t=1`, { 'X-API-CODE': apiCode });
    },
  },
  invalid_timestamp: {
    expected: forbidden('Forbidden. Invalid timestamp'),
    prepare: async (lab) => {
      const access = await lab.createWallet(ETH);
      const slow = { ...systemClock, now: () => lab.sandbox.now() - 301_000 };
      const wallet = lab.clientOf(access, { clock: slow }).wallet(access.walletId);
      return () => wallet.getApiCodeStatus();
    },
  },
  invalid_checksum: {
    expected: forbidden('Forbidden. Invalid checksum'),
    prepare: async (lab) => {
      const access = await lab.createWallet(ETH);
      let sent: [string, RequestInit] | undefined;
      const spying = lab.clientOf(access, {
        fetch: (url, init) => {
          sent = [url, init];
          return fetch(url, init);
        },
      });
      await spying.wallet(access.walletId).withdrawAssets({ requests: [ORDER] });
      return async () => {
        const [url, init] = sent ?? ['', {}];
        const response = await fetch(url, { ...init, signal: null });
        throw Object.assign(new Error('refused'), {
          status: response.status,
          body: await response.json(),
        });
      };
    },
  },
  invalid_api_code: {
    expected: forbidden('Forbidden. Invalid API code'),
    prepare: async (lab) => {
      const { walletId, wallet, inactive } = await lab.createWallet(ETH);
      await lab.clientOf(inactive).wallet(walletId).getApiCodeStatus(); // activates it, and kills the other
      return () => wallet.getApiCodeStatus();
    },
  },
  api_code_mismatched: {
    expected: forbidden('Invalid API code for wallet 635744'),
    prepare: async (lab) => {
      const { client } = await lab.createWallet(ETH);
      const other = await lab.createWallet(ETH);
      return () => client.wallet(other.walletId).getApiCodeStatus();
    },
  },
  checksum_unmatch: {
    expected: forbidden('Forbidden. Checksum unmatch'),
    prepare: async (lab) => {
      const access = await lab.createWallet(ETH);
      const sign = sortedSha256();
      const forging = lab.clientOf(access, { sign: (input) => sign({ ...input, body: `${input.body} ` }) });
      return () => forging.wallet(access.walletId).withdrawAssets({ requests: [ORDER] });
    },
  },
  call_too_frequently: {
    expected: forbidden('Forbidden. Call too frequently (3 calls/minute)'),
    options: { limits: { callsPerMinute: 3 } },
    prepare: async (lab) => {
      const { wallet } = await lab.createWallet(ETH);
      for (let call = 0; call < 3; call++) await wallet.getApiCodeStatus();
      return () => wallet.getApiCodeStatus();
    },
  },
  api_secret_not_valid: {
    expected: [403, { error_code: 385, error: 'API Secret not valid' }],
    prepare: async (lab) => {
      const { wallet, apiCode } = await lab.createWallet(ETH);
      await lab.control.setPermission({ apiCode, permitted: false });
      return () => wallet.withdrawAssets({ requests: [ORDER] });
    },
  },
};
