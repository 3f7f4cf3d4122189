import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { oidcIdentityProvider } from '#shared/adapters/oidc/oidc-identity-provider';
import { aBrowser } from './browser.ts';
import { aName, type OpenedKeycloak, openKeycloak } from './keycloak-under-test.ts';

const REDIRECT = 'http://127.0.0.1:9/callback/';
const CLIENT = 'paddock';
const ALIAS = 'corporate';
const random = () => randomBytes(32).toString('base64url');
const unescaped = (text: string): string => text.replaceAll('&amp;', '&');

/** User attributes. SAML assertions and the realm use the same names. */
const ATTRIBUTES = ['email', 'firstName', 'lastName'] as const;

/** The hidden fields of a page's form. In SAML's POST binding, a script submits that form. */
const hiddenFields = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input[^>]*name="(SAMLResponse|RelayState)"[^>]*value="([^"]*)"/gi)].map(
      ([, name = '', value = '']) => [name, unescaped(value)],
    ),
  );

const issuerOf = ({ backend, realm }: OpenedKeycloak): string => `${backend.url}/realms/${realm}`;

async function certificateOf(home: OpenedKeycloak): Promise<string> {
  const answer = await fetch(`${issuerOf(home)}/protocol/saml/descriptor`, { signal: AbortSignal.timeout(10_000) });
  return z.string().parse(/<ds:X509Certificate>([^<]+)</.exec(await answer.text())?.[1]);
}

/**
 * The client that represents the brokering realm in the SAML2 provider. The brokering realm acts as service provider.
 */
const serviceProvider = (people: OpenedKeycloak) => ({
  ...{ clientId: issuerOf(people), protocol: 'saml', frontchannelLogout: true },
  redirectUris: [`${issuerOf(people)}/broker/${ALIAS}/endpoint`],
  attributes: {
    ...{ 'saml.server.signature': 'true', 'saml.assertion.signature': 'true', 'saml.client.signature': 'false' },
    ...{ 'saml.force.post.binding': 'true', 'saml.authnstatement': 'true' },
    ...{ saml_force_name_id_format: 'true', saml_name_id_format: 'username' },
  },
  protocolMappers: ATTRIBUTES.map((name) => ({
    ...{ name, protocol: 'saml', protocolMapper: 'saml-user-property-mapper' },
    config: { 'user.attribute': name, 'attribute.name': name, 'attribute.nameformat': 'Basic' },
  })),
});

/** The realm's identity provider of the kind SAML v2.0, as docs/sign-in.md describes it. */
const identityProvider = (home: OpenedKeycloak, signingCertificate: string) => ({
  ...{ alias: ALIAS, providerId: 'saml', enabled: true, trustEmail: true },
  config: {
    ...{ idpEntityId: issuerOf(home), singleSignOnServiceUrl: `${issuerOf(home)}/protocol/saml` },
    ...{ postBindingResponse: 'true', validateSignature: 'true', signingCertificate, wantAssertionsSigned: 'true' },
    ...{ principalType: 'SUBJECT', nameIDPolicyFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified' },
  },
});

async function connect(people: OpenedKeycloak, home: OpenedKeycloak): Promise<void> {
  const mappers = ATTRIBUTES.map((name) => ({
    ...{ name, identityProviderAlias: ALIAS, identityProviderMapper: 'saml-user-attribute-idp-mapper' },
    config: { syncMode: 'FORCE', 'attribute.name': name, 'user.attribute': name },
  }));
  const made = [
    await home.ask('POST', '/clients', serviceProvider(people)),
    await people.ask('POST', '/identity-provider/instances', identityProvider(home, await certificateOf(home))),
    await people.ask('POST', '/clients', { clientId: CLIENT, publicClient: true, redirectUris: [REDIRECT] }),
  ];
  for (const mapper of mappers) {
    made.push(await people.ask('POST', `/identity-provider/instances/${ALIAS}/mappers`, mapper));
  }
  expect(made.map(({ status, body }) => [status, body])).toEqual(made.map(() => [201, undefined]));
}

/**
 * Tests the sign-in with SAML. Another realm acts as a company's SAML2 provider. The company's users do not exist in
 * Paddock's realm.
 */
export function samlCases(subject: () => OpenedKeycloak): void {
  describe('sign-in of SAML2 users through a provider that the realm brokers', () => {
    let people: OpenedKeycloak;
    let home: OpenedKeycloak;
    const beside = () => openKeycloak({ ...subject().backend, stop: async () => {} }, aName('saml'));
    beforeAll(async () => {
      [people, home] = [await beside(), await beside()];
      await connect(people, home);
    });
    afterAll(async () => {
      await people.close();
      await home.close();
    });

    /**
     * Signs a user in. Paddock's realm leads to the login page of the company's realm. After the login, the browser
     * returns through Paddock's realm.
     */
    async function signIn(username: string) {
      const clock = { now: () => new Date() };
      const clientSecret = async () => undefined;
      const provider = oidcIdentityProvider({ issuer: issuerOf(people), clientId: CLIENT, clientSecret, clock });
      const [state, nonce, verifier] = [random(), random(), random()];
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      const browser = aBrowser();
      const login = await browser.open(
        await provider.authorizationUrl({ state, nonce, challenge, redirectUri: REDIRECT }),
      );
      const link = /href="([^"]*\/broker\/corporate\/login[^"]*)"/.exec(login.html)?.[1] ?? '';
      const company = await browser.open(new URL(unescaped(link), login.url).href);
      expect(company.url).toContain(`/realms/${home.realm}/`);
      const answered = await browser.submit(company, { username, password: username });
      const back = new URL((await browser.submit(answered, hiddenFields(answered.html), REDIRECT)).url);
      const code = back.searchParams.get('code') ?? '';
      return provider.redeemCode({ code, verifier, nonce, redirectUri: REDIRECT });
    }

    test('they sign in as anybody, by the name that their own provider sends, and are the same the next time (S0-159)', async () => {
      const { username } = await home.aUser();
      const first = await signIn(username);
      expect(first).toMatchObject({
        ...{ issuer: issuerOf(people), username, email: `${username}@example.org` },
        ...{ firstName: 'First', lastName: 'Last' },
      });
      expect(await signIn(username)).toMatchObject({ subject: first.subject, username });
    });
  });
}
