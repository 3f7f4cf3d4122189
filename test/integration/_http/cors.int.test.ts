import { beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_SITE_SETTINGS, siteSettings } from '#shared/domain/_core/site-settings';
import { type Market, openMarket } from '../_worlds/market.ts';

const CONSOLE = 'https://console.example.org';
let market: Market;
beforeAll(async () => {
  market = await openMarket({ site: { ...DEFAULT_SITE_SETTINGS, corsOrigins: [CONSOLE] } });
});

const from = (origin: string, headers: Record<string, string> = {}) => ({ headers: { origin, ...headers } });
const ASKS = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };

describe('a page of an allowed origin', () => {
  test('may ask without a token whether it may send one', async () => {
    const answer = await market.ask('OPTIONS', 'marketplace-orders/', from(CONSOLE, ASKS));
    expect(answer).toMatchObject({
      status: 204,
      text: '',
      headers: {
        'access-control-allow-origin': CONSOLE,
        'access-control-allow-methods': expect.stringContaining('POST'),
        'access-control-allow-headers': expect.stringMatching(/Authorization.*Idempotency-Key/),
        vary: 'Origin',
      },
    });
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  test('may read every answer, those of failures too, and the headers of lists', async () => {
    const { token } = market.people.owner;
    const asked = [
      ['projects/', { token, ...from(CONSOLE) }, 200],
      ['projects/', from(CONSOLE), 401],
      [`projects/${'0'.repeat(32)}/`, { token, ...from(CONSOLE) }, 404],
      ['projects/nothing/at/all/', { token, ...from(CONSOLE) }, 404],
      ['projects/?unknown=1', { token, ...from(CONSOLE) }, 400],
    ] as const;
    for (const [path, how, status] of asked) {
      const exposed = expect.stringMatching(/Link, X-Result-Count, X-Correlation-Id/);
      const headers = { 'access-control-allow-origin': CONSOLE, 'access-control-expose-headers': exposed };
      expect(await market.ask('GET', path, how), path).toMatchObject({ status, headers });
    }
  });
});

describe('a page of another origin', () => {
  test('gets no CORS headers, and asks as anybody', async () => {
    const answer = await market.ask('OPTIONS', 'projects/', from('https://evil.example', ASKS));
    expect(answer).toMatchObject({ status: 401, headers: { vary: 'Origin' } });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('is any, where no origin is configured', async () => {
    const { ask } = await openMarket();
    const answer = await ask('OPTIONS', 'projects/', from(CONSOLE, ASKS));
    expect(answer.status).toBe(401);
    expect(answer.headers).not.toHaveProperty('vary');
  });
});

test.each(['*', 'https://console.example.org/', 'https://console.example.org:443', 'console.example.org', 'null'])(
  '%s is no origin that can be configured',
  (text) => {
    expect(siteSettings.safeParse({ corsOrigins: [text] }).success).toBe(false);
  },
);
