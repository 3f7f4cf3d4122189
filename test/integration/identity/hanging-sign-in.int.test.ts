import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { oidcIdentityProvider } from '#shared/adapters/oidc/oidc-identity-provider';
import { joseIdentityTokens } from '#shared/adapters/oidc/verify-token';
import { aBrowser } from '#test/contracts/keycloak/browser';
import { askShortly, expectLate } from '../_http/hanging-answers.ts';
import { type Answered, type ApiUnderTest, type Asked, apiUnderTest, ORIGIN } from '../_worlds/api-under-test.ts';
import { oidcRealmPerFile, realClock } from './oidc-realm.ts';

const { keycloak, issuer, clientId } = await oidcRealmPerFile();
const DISCOVERY = 'openid-configuration';
const KEYS = '/certs';
const TOKENS = '/token$';
const SLOW = 'The OIDC provider did not answer in time, try again later\\.';

let api: ApiUnderTest;
/** Clients of the identity provider as in a newly started function, without cached keys or endpoints. */
const providers = () => ({
  identityTokens: joseIdentityTokens({ issuer, audience: clientId, clock: realClock }),
  identityProvider: oidcIdentityProvider({ issuer, clientId, clientSecret: async () => undefined, clock: realClock }),
});
beforeEach(async () => {
  await keycloak.clearFaults();
  api = await apiUnderTest(providers());
});

const header = ({ headers }: Answered, name: string): string => z.string().parse(headers[name]);

/** Expects a timely error while the provider hangs. Afterwards the same request must succeed. */
async function expectPatience(
  path: string,
  request: readonly [method: string, address: string, asked: Asked],
  good = 200,
) {
  await keycloak.plan({ kind: 'hang', path });
  const began = performance.now();
  expectLate(await askShortly(api, ...request), SLOW);
  expect(performance.now() - began).toBeLessThan(5_500);
  await keycloak.clearFaults();
  const again = await api.ask(...request);
  expect(again).toMatchObject({ status: good });
  return again;
}

/** The request, with its cookie, that a browser sends after the provider's login page. */
async function backFromLogin(username: string): Promise<readonly [string, string, Asked]> {
  const started = await api.ask('GET', 'sign-in/start/', { headers: { accept: 'text/html,*/*' } });
  const browser = aBrowser();
  const login = await browser.open(header(started, 'location'));
  const { url } = await browser.submit(login, { username, password: username }, ORIGIN);
  return ['GET', url, { headers: { cookie: started.cookies[0]?.split(';')[0] ?? '' } }];
}

describe('while the identity provider does not answer', () => {
  test.each([
    ['browser is sent there', ['GET', 'sign-in/start/', {}], 302],
    ['terminal begins', ['POST', 'sign-in/device/', {}], 200],
  ] as const)('no %s, and does as soon as it says again what it is', async (_, request, good) => {
    await expectPatience(DISCOVERY, request, good);
  });

  test.each([TOKENS, KEYS])(
    'a browser that is back is signed in by the same address, once, after %s hung',
    async (path) => {
      const request = await backFromLogin('olga');
      const again = await expectPatience(path, request, 302);
      expect(again.cookies.join()).toContain('paddock-session=');
      expect((await api.ask(...request)).status).toBe(401);
    },
  );

  test('a terminal asks again for its token', async () => {
    const login = z
      .looseObject({ device_code: z.string(), verification_uri_complete: z.string() })
      .parse((await api.ask('POST', 'sign-in/device/')).body);
    const request = ['POST', 'sign-in/device/token/', { body: { device_code: login.device_code } }] as const;
    const again = await expectPatience(TOKENS, request);
    expect(again.body).toMatchObject({ state: 'pending' });
  });

  test.each([DISCOVERY, KEYS])(
    'a token of it is no bad credential where %s hangs, and is good afterwards',
    async (path) => {
      const login = { grant_type: 'password', client_id: clientId, username: 'olga', password: 'olga' };
      const form = new URLSearchParams({ ...login, scope: 'openid' });
      const answer = await fetch(`${issuer}/protocol/openid-connect/token`, { method: 'POST', body: form });
      const { access_token: token } = z.object({ access_token: z.string() }).parse(await answer.json());
      await expectPatience(path, ['GET', 'users/me/', { headers: { authorization: `Bearer ${token}` } }]);
    },
  );
});
