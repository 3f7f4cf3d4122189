import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRancher, type TestRancher } from '../_core/rancher-client.ts';

let rancher: TestRancher;
beforeAll(async () => {
  rancher = await startRancher();
});
afterAll(() => rancher.close());

const AT = '/v3/keyCloakOIDCConfigs/keycloakoidc';
const GIVEN = {
  ...{ clientId: 'rancher', clientSecret: 'hidden', issuer: 'https://id.example.org/realms/one' },
  ...{ rancherUrl: 'https://rancher.example.org/verify-auth', accessMode: 'unrestricted' },
};
const act = (action: string, body: object) => rancher.send('POST', `${AT}?action=${action}`, body);

test('the provider of Keycloak is there, off, and can be tested and applied', async () => {
  expect(await rancher.send('GET', AT)).toMatchObject({
    status: 200,
    body: {
      ...{ id: 'keycloakoidc', type: 'keyCloakOIDCConfig', baseType: 'authConfig', enabled: false },
      actions: {
        configureTest: `${rancher.url}${AT}?action=configureTest`,
        testAndApply: `${rancher.url}${AT}?action=testAndApply`,
      },
    },
  });
  expect((await rancher.send('GET', '/v3/authConfigs/keycloakoidc')).body).toMatchObject({ id: 'keycloakoidc' });
});

test('it is one of Rancher’s providers, of which only that of its own users is on', async () => {
  const { body } = await rancher.send('GET', '/v3/authConfigs?enabled=true');
  expect(body).toMatchObject({ resourceType: 'authConfig', data: [{ id: 'local', type: 'localConfig' }] });
  expect((await rancher.send('GET', '/v3/authConfigs')).rows()).toHaveLength(17);
  expect((await rancher.send('GET', '/v3/keyCloakOIDCConfigs')).status).toBe(405);
  expect((await rancher.send('GET', '/v3/githubConfigs/keycloakoidc')).status).toBe(404);
  expect((await rancher.send('GET', '/v3/authConfigs/nosuch')).status).toBe(404);
});

test.each(['clientId', 'clientSecret', 'issuer', 'rancherUrl', 'accessMode'])(
  'a test of it without %s is refused by that name',
  async (field) => {
    const { [field]: _, ...body }: Record<string, string> = GIVEN;
    const message = `Failed to parse action body: ${field}=MissingRequired 422: `;
    expect(await act('configureTest', body)).toMatchObject({
      status: 422,
      body: { code: 'InvalidBodyContent', message },
    });
  },
);

test('a test of it answers where to sign in', async () => {
  const authEndpoint = 'https://id.example.org/auth';
  expect((await act('configureTest', { ...GIVEN, authEndpoint })).body).toEqual({
    type: 'OIDCTestOutput',
    redirectUrl: `${authEndpoint}?client_id=rancher&response_type=code&redirect_uri=${encodeURIComponent(GIVEN.rancherUrl)}`,
  });
  expect((await act('configureTest', { ...GIVEN, accessMode: 'x', authEndpoint })).status).toBe(422);
});

test('what is off cannot be turned off, and what asks a Keycloak is not simulated', async () => {
  expect(await act('disable', {})).toMatchObject({ status: 404, body: { code: 'ActionNotAvailable' } });
  expect(await act('nosuch', {})).toMatchObject({ status: 422, body: { code: 'InvalidAction' } });
  const notSimulated = { status: 501, body: { message: expect.stringContaining('not simulated') } };
  expect(await act('configureTest', GIVEN)).toMatchObject(notSimulated);
  expect(await act('testAndApply', { oidcConfig: { ...GIVEN, scope: 'openid' }, code: 'x' })).toMatchObject(
    notSimulated,
  );
  expect(await act('testAndApply', { oidcConfig: { ...GIVEN, scope: 'a,b' } })).toMatchObject({ status: 500 });
  expect(await rancher.send('PUT', AT, { ...GIVEN, enabled: true })).toMatchObject(notSimulated);
  expect(await rancher.send('POST', '/v3/githubConfigs/github?action=disable')).toMatchObject(notSimulated);
});

test('the providers are not for everybody', async () => {
  const user = { username: 'someone', password: 'a-long-password' };
  const { id: userId } = (await rancher.send('POST', '/v3/users', user)).object();
  await rancher.send('POST', '/v3/globalrolebindings', { userId, globalRoleId: 'user-base' });
  const login = await rancher.send('POST', '/v3-public/localProviders/local?action=login', user);
  expect((await rancher.send('GET', AT, undefined, `Bearer ${login.object().token}`)).status).toBe(403);
});
