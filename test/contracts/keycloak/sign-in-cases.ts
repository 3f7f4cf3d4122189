import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { oidcIdentityProvider } from '#shared/adapters/oidc/oidc-identity-provider';
import { joseIdentityTokens } from '#shared/adapters/oidc/verify-token';
import type { IdentityProvider } from '#shared/ports/identity';
import { aBrowser } from './browser.ts';
import { aName, type OpenedKeycloak, openKeycloak } from './keycloak-under-test.ts';

const clock = { now: () => new Date() };
const REDIRECT = 'http://127.0.0.1:9/callback/';
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
const random = () => randomBytes(32).toString('base64url');

type Client = { clientId: string; secret?: string };

export function signInCases(subject: () => OpenedKeycloak): void {
  const issuerOf = ({ backend, realm } = subject()) => `${backend.url}/realms/${realm}`;
  const providerOf = ({ clientId, secret }: Client): IdentityProvider =>
    oidcIdentityProvider({ issuer: issuerOf(), clientId, clientSecret: async () => secret, clock });

  async function aClient(given: { secret?: string } = {}): Promise<Client> {
    const clientId = aName('paddock');
    const { status } = await subject().ask('POST', '/clients', {
      ...{ clientId, publicClient: given.secret === undefined, redirectUris: [REDIRECT], ...given },
      attributes: { 'pkce.code.challenge.method': 'S256', 'oauth2.device.authorization.grant.enabled': 'true' },
    });
    expect(status).toBe(201);
    return { clientId, ...given };
  }

  /** Signs a user in with a browser, and returns to the redirect address. */
  async function comeBack(provider: IdentityProvider, username: string) {
    const [state, nonce, verifier] = [random(), random(), random()];
    const challenge = challengeOf(verifier);
    const browser = aBrowser();
    const login = await browser.open(
      await provider.authorizationUrl({ state, nonce, challenge, redirectUri: REDIRECT }),
    );
    const back = new URL((await browser.submit(login, { username, password: username }, REDIRECT)).url);
    expect(back.searchParams.get('state')).toBe(state);
    return { code: back.searchParams.get('code') ?? '', verifier, nonce, redirectUri: REDIRECT };
  }

  describe('sign-in with a browser', () => {
    let client: Client;
    let user: { id: string; username: string };
    beforeAll(async () => {
      client = await aClient();
      user = await subject().aUser();
    });

    test('a code and its verifier say who it is, once', async () => {
      const provider = providerOf(client);
      const code = await comeBack(provider, user.username);
      expect(await provider.redeemCode(code)).toMatchObject({
        ...{ issuer: issuerOf(), subject: user.id, username: user.username },
        ...{ email: `${user.username}@example.org`, firstName: 'First', lastName: 'Last' },
      });
      await expect(provider.redeemCode(code)).rejects.toMatchObject({ name: 'Unauthenticated' });
    });
    test('a code is worth nothing without its verifier, or with another nonce', async () => {
      const provider = providerOf(client);
      const stolen = await comeBack(provider, user.username);
      await expect(provider.redeemCode({ ...stolen, verifier: random() })).rejects.toMatchObject({
        name: 'Unauthenticated',
      });
      const mixedUp = await comeBack(provider, user.username);
      await expect(provider.redeemCode({ ...mixedUp, nonce: random() })).rejects.toMatchObject({
        name: 'Unauthenticated',
      });
    });
    test('a code that was given to one client is worth nothing to another', async () => {
      const other = providerOf(await aClient());
      const code = await comeBack(providerOf(client), user.username);
      await expect(other.redeemCode(code)).rejects.toMatchObject({ name: 'Unauthenticated' });
    });
    test('a confidential client needs its secret, and a wrong one is our trouble', async () => {
      const confidential = await aClient({ secret: random() });
      const provider = providerOf(confidential);
      expect(await provider.redeemCode(await comeBack(provider, user.username))).toMatchObject({ subject: user.id });
      const forgetful = providerOf({ ...confidential, secret: 'wrong' });
      const refusal = forgetful.redeemCode(await comeBack(forgetful, user.username));
      await expect(refusal).rejects.toMatchObject({ name: 'BackendUnauthorized' });
    });
    test('a wrong password leads back to the login page, and an address that is not the client’s nowhere', async () => {
      const provider = providerOf(client);
      const asked = { state: random(), nonce: random(), challenge: random() };
      const browser = aBrowser();
      const login = await browser.open(await provider.authorizationUrl({ ...asked, redirectUri: REDIRECT }));
      const again = await browser.submit(login, { username: user.username, password: 'wrong' });
      expect([again.status, again.html.includes('<form')]).toEqual([200, true]);
      const elsewhere = await aBrowser().open(
        await provider.authorizationUrl({ ...asked, redirectUri: 'https://evil.example/' }),
      );
      expect([elsewhere.status, elsewhere.html.includes('redirect_uri')]).toEqual([400, true]);
    });
  });

  describe('an access token', () => {
    /** Gets an access token with the password grant, as a program without a browser does. */
    async function accessToken({ backend, realm, ask, aUser }: OpenedKeycloak, clientId: string): Promise<string> {
      const { username } = await aUser();
      const client = { clientId, publicClient: true, directAccessGrantsEnabled: true };
      expect((await ask('POST', '/clients', client)).status).toBe(201);
      const answer = await fetch(`${backend.url}/realms/${realm}/protocol/openid-connect/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'password', client_id: clientId, username, password: username }),
        signal: AbortSignal.timeout(10_000),
      });
      return z.object({ access_token: z.string() }).parse(await answer.json()).access_token;
    }
    const verifier = (audience: string, of = subject()) =>
      joseIdentityTokens({ issuer: issuerOf(of), audience, clock });

    test('of our client says who it is; of another client, or of another realm of the same Keycloak, it is refused', async () => {
      const clientId = aName('paddock');
      const own = await accessToken(subject(), clientId);
      expect(await verifier(clientId).verify(own)).toMatchObject({ issuer: issuerOf(), firstName: 'First' });
      await expect(verifier('another').verify(own)).rejects.toMatchObject({ name: 'Unauthenticated' });
      const beside = await openKeycloak({ ...subject().backend, stop: async () => {} });
      const foreign = await accessToken(beside, clientId);
      expect(await verifier(clientId, beside).verify(foreign)).toMatchObject({ issuer: issuerOf(beside) });
      await expect(verifier(clientId).verify(foreign)).rejects.toMatchObject({ name: 'Unauthenticated' });
      await beside.close();
    });
  });

  describe('sign-in of a device', () => {
    async function startDevice(provider: IdentityProvider) {
      const verifier = random();
      const login = await provider.startDevice(challengeOf(verifier));
      if (login === undefined) throw new Error('the provider has a device flow');
      return { ...login, verifier };
    }
    test('it waits until its user has confirmed the code, and learns the user’s name, once', async () => {
      const provider = providerOf(await aClient());
      const { id, username } = await subject().aUser();
      const early = await startDevice(provider);
      expect(await provider.redeemDevice(early)).toBe('pending');
      expect(await provider.redeemDevice(early)).toBe('too_fast');
      const login = await startDevice(provider);
      const browser = aBrowser();
      const page = await browser.open(login.verificationUriComplete ?? '');
      const question = await browser.submit(page, { username, password: username });
      const end = await browser.submit(question, { accept: 'Yes' });
      expect(end.html).toContain('Device Login Successful');
      expect(await provider.redeemDevice(login)).toMatchObject({ subject: id, username });
      await expect(provider.redeemDevice(login)).rejects.toMatchObject({ name: 'Unauthenticated' });
    });
    test('a code is worth nothing without its verifier', async () => {
      const provider = providerOf(await aClient());
      const { username } = await subject().aUser();
      const login = await startDevice(provider);
      const browser = aBrowser();
      const page = await browser.open(login.verificationUriComplete ?? '');
      const question = await browser.submit(page, { username, password: username });
      await browser.submit(question, { accept: 'Yes' });
      const stolen = provider.redeemDevice({ ...login, verifier: random() });
      await expect(stolen).rejects.toMatchObject({ name: 'Unauthenticated' });
    });
    test('a code that nobody gave is refused', async () => {
      const provider = providerOf(await aClient());
      await expect(provider.redeemDevice({ deviceCode: random(), verifier: random() })).rejects.toMatchObject({
        name: 'Unauthenticated',
      });
    });
  });
}
