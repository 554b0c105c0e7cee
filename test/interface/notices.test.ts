// Proves that the comparison notices: one fact of the document is broken at a time, and the findings name it and blame nothing else.
import { describe, expect, test } from 'vitest';
import { answers, errors, words } from './breaks/answers.ts';
import { calls, parameters, requests } from './breaks/requests.ts';
import { findings, readBundle } from './findings.ts';

describe('the comparison notices', () => {
  const bundle = readBundle();
  const before = findings(bundle);

  for (const [place, breakIt, finding] of [...calls, ...parameters, ...requests, ...answers, ...errors, ...words]) {
    test(`${place}: ${finding}`, () => {
      const document = structuredClone(bundle);
      breakIt(document, place);
      const news = findings(document).filter((one) => !before.includes(one));
      const [owner = ''] = place.split(' ');
      expect(news).toContain(`${place}: ${finding}`);
      expect(news.filter((one) => !new RegExp(`^${owner}\\b`).test(one))).toEqual([]);
    });
  }
});
