import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { rancherSettingsOf } from '#shared/app/providers/settings-of';
import { EVENTUALLY } from '#test/contracts/rancher/rancher-under-test';
import type { Simulator } from '#test/contracts/start-simulator';
import { borrowSimulator } from '../_worlds/borrowed-simulator.ts';
import { type Market, openMarket } from '../_worlds/market.ts';
import { checked, checkProvider, nobodysPort } from './checked-provider.ts';
import { type PlayedRegistry, playRegistry } from './played-registry.ts';

const printed = z.object({
  rancher: z.object({ access_key: z.string(), secret_key: z.string() }),
  vault: z.object({ root_token: z.string() }),
  keycloak: z.object({ admin: z.object({ username: z.string(), password: z.string() }), users: z.array(z.string()) }),
  argocd: z.object({ kubeconfig: z.string(), reader_kubeconfig: z.string() }),
});
const NAMES = ['rancher', 'vault', 'keycloak', 'argocd'] as const;
type Backends = Record<(typeof NAMES)[number], Simulator>;

let backends: Backends;
let access: z.infer<typeof printed>;
let registry: PlayedRegistry;
let market: Market;
beforeAll(async () => {
  const [rancher, vault, keycloak, argocd] = await Promise.all([
    borrowSimulator('rancher'),
    borrowSimulator('vault'),
    borrowSimulator('keycloak'),
    borrowSimulator('argocd'),
  ]);
  backends = { rancher, vault, keycloak, argocd };
  access = printed.parse(Object.fromEntries(NAMES.map((name) => [name, backends[name].printed])));
  registry = await playRegistry({ user: 'puller', password: 'registry-secret' });
}, 60_000);
afterAll(async () => {
  await Promise.all([...NAMES.map((name) => backends[name].stop()), registry.stop()]);
});
beforeEach(async () => {
  market = await openMarket();
});

/** Valid values for every option of a provider. */
const options = () => {
  const vault = new URL(backends.vault.url);
  return {
    backend_url: backends.rancher.url,
    username: access.rancher.access_key,
    password: access.rancher.secret_key,
    base_image_name: 'ubuntu-24.04',
    private_registry_url: registry.url,
    private_registry_user: 'puller',
    private_registry_password: 'registry-secret',
    vault_host: `http://${vault.hostname}`,
    vault_port: vault.port,
    vault_token: access.vault.root_token,
    keycloak_url: backends.keycloak.url,
    keycloak_realm: 'paddock',
    keycloak_username: access.keycloak.admin.username,
    keycloak_password: access.keycloak.admin.password,
    argocd_k8s_namespace: 'argocd',
    argocd_k8s_kubeconfig: access.argocd.kubeconfig,
  };
};
/** Switches the OpenStack driver, as an operator does in Rancher. */
async function switchDriver(action: 'activate' | 'deactivate'): Promise<void> {
  const { access_key, secret_key } = access.rancher;
  const authorization = `Basic ${Buffer.from(`${access_key}:${secret_key}`).toString('base64')}`;
  const address = `${backends.rancher.url}/v3/nodedrivers/openstack?action=${action}`;
  expect((await fetch(address, { method: 'POST', headers: { authorization } })).status).toBe(200);
}
const check = (type: 'Rancher', given: object) => checkProvider(market, type, given);

describe('trying a provider', () => {
  test('asks every backend with the stored credentials and finds them right (S0-275, S0-285, S0-288, S0-289, S0-290, S0-291)', async () => {
    const { state, checks, wrong, settings } = await check('Rancher', options());
    expect(wrong).toEqual([]);
    expect(state).toBe('OK');
    expect(new Set(checks.map(({ backend }) => backend))).toEqual(
      new Set(['rancher', 'private_registry', 'vault', 'keycloak', 'argocd']),
    );
    expect(settings).toMatchObject({ state: 'OK', error_message: '' });
    const logins = await backends.keycloak.countOf('POST', '/realms/master/protocol/openid-connect/token');
    expect(logins).toBeGreaterThan(0);
    expect(await backends.keycloak.countOf('POST', '/admin/realms/paddock/groups/')).toBeGreaterThan(0);
  });

  test('learns which Rancher it is, and forgets that with its address', async () => {
    const { uuid, state } = await check('Rancher', options());
    const { identity } = await rancherSettingsOf(market, uuid);
    expect([state, identity]).toEqual(['OK', expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    const { username, password } = options();
    const elsewhere = { options: { backend_url: 'https://rancher.example.org', username, password } };
    await market.ask('PATCH', `service-settings/${uuid}/`, { ...market.people.staff, body: elsewhere });
    const moved = await rancherSettingsOf(market, uuid);
    expect(moved.identity).toBeUndefined();
    expect([undefined, uuid]).not.toContain(moved.claimsUuid);
  });

  test('asks nothing of what the provider does without (S0-296)', async () => {
    const { backend_url, username, password, base_image_name } = options();
    const { checks, state } = await check('Rancher', { backend_url, username, password, base_image_name });
    expect(new Set(checks.map(({ backend }) => backend))).toEqual(new Set(['rancher']));
    expect(state).toBe('OK');
  });

  test('names the node driver that Rancher needs for pools, if an offering sells pools', async () => {
    const { staff } = market.people;
    const { uuid } = await check('Rancher', options());
    await market.create('marketplace-provider-offerings/', staff, {
      ...{ name: 'Pools', type: 'Rancher', customer: market.customerUuid, service_settings: uuid },
      ...{ plans: [{ name: 'Default' }], plugin_options: { driver: 'rancher-pools' } },
    });
    const checkAgain = async () =>
      checked.parse((await market.ask('POST', `service-settings/${uuid}/check/`, staff)).body);
    await backends.rancher.setDelays({ driverKinds: 50 });
    const able = 'Rancher can make machines in OpenStack.';
    expect((await checkAgain()).checks).toContainEqual(expect.objectContaining({ ok: true, message: able }));
    await switchDriver('deactivate');
    await expect
      .poll(async () => (await checkAgain()).checks.filter(({ ok }) => !ok), EVENTUALLY)
      .toMatchObject([
        {
          backend: 'rancher',
          option: 'backend_url',
          message: expect.stringContaining('node driver `openstack` is inactive'),
        },
      ]);
    await switchDriver('activate');
    await expect.poll(async () => (await checkAgain()).state, EVENTUALLY).toBe('OK');
  });

  test('asks Rancher for the releases that its offerings sell, too', async () => {
    const { staff } = market.people;
    const { uuid } = await check('Rancher', options());
    await market.create('marketplace-provider-offerings/', staff, {
      ...{ name: 'Kubernetes', type: 'Rancher', customer: market.customerUuid, service_settings: uuid },
      ...{
        plans: [{ name: 'Default' }],
        plugin_options: { kubernetes_versions: ['v1.31.7+rke2r1', 'v1.99.0+rke2r1'] },
      },
    });
    const { checks } = checked.parse((await market.ask('POST', `service-settings/${uuid}/check/`, staff)).body);
    expect(checks.filter(({ ok }) => !ok)).toMatchObject([
      {
        option: 'kubernetes_versions',
        message: expect.stringContaining('Rancher does not offer v1.99.0+rke2r1. It offers '),
      },
    ]);
  });

  test.each([
    ['rancher', 'password', { password: 'wrong-secret' }],
    ['rancher', 'k8s_version', { k8s_version: 'v1.99.0+rke2r1' }],
    ['private_registry', 'private_registry_password', { private_registry_password: 'wrong-secret' }],
    ['vault', 'vault_token', { vault_token: 'hvs.wrong-secret' }],
    ['keycloak', 'keycloak_password', { keycloak_password: 'wrong-secret' }],
    ['keycloak', 'keycloak_realm', { keycloak_realm: 'nowhere' }],
    ['keycloak', 'keycloak_user_realm', { keycloak_user_realm: 'nowhere' }],
  ])('%s says that %s is wrong, and nothing else is', async (backend, option, change) => {
    const { state, wrong, settings, text } = await check('Rancher', { ...options(), ...change });
    expect(state).toBe('ERRED');
    expect(wrong).toMatchObject([{ backend, option }]);
    expect(settings).toMatchObject({ state: 'ERRED', error_message: expect.stringContaining(`${option}: `) });
    expect(text).not.toContain('wrong-secret');
  });

  test.each([
    ['rancher', 'backend_url', (url: string) => ({ backend_url: url })],
    ['private_registry', 'private_registry_url', (url: string) => ({ private_registry_url: url })],
    ['vault', 'vault_host', (url: string) => ({ vault_port: new URL(url).port })],
    ['keycloak', 'keycloak_url', (url: string) => ({ keycloak_url: url })],
  ])('%s that nobody serves is a finding about %s, not a failure', async (backend, option, change) => {
    const { state, wrong } = await check('Rancher', { ...options(), ...change(await nobodysPort()) });
    expect(state).toBe('ERRED');
    const message = expect.stringContaining('cannot be reached (ECONNREFUSED): check the address');
    expect(wrong).toMatchObject([{ backend, option, message }]);
  });

  test('a sealed Vault is distinguished from one that is not there', async () => {
    await backends.vault.plan({ path: '^/v1/', kind: 'status', status: 503, body: { errors: ['Vault is sealed'] } });
    const { wrong } = await check('Rancher', options());
    await backends.vault.clearFaults();
    expect(wrong).toMatchObject([
      { backend: 'vault', option: 'vault_host', message: expect.stringContaining('unseal') },
    ]);
  });

  test('follows a registry to its token service, and believes what that says of the account', async () => {
    const hub = await playRegistry({ user: 'puller', password: 'registry-secret', byToken: true });
    const right = await check('Rancher', { ...options(), private_registry_url: hub.url });
    const given = { ...options(), private_registry_url: hub.url, private_registry_password: 'wrong-secret' };
    const { wrong } = await check('Rancher', given);
    await hub.stop();
    expect(right.wrong).toEqual([]);
    expect(wrong).toMatchObject([{ backend: 'private_registry', option: 'private_registry_password' }]);
  });

  test('reports what an accepted credential lacks', async () => {
    await backends.rancher.plan({ path: '^/v1/schemas/', kind: 'status', status: 404 });
    const body = { message: 'not allowed to impersonate user' };
    await backends.rancher.plan({ path: '^/v3/$', kind: 'status', status: 403, body });
    const member = access.keycloak.users[0] ?? '';
    const { wrong } = await check('Rancher', {
      ...options(),
      argocd_k8s_kubeconfig: access.argocd.reader_kubeconfig,
      keycloak_user_realm: 'paddock',
      keycloak_username: member,
      keycloak_password: member.toLowerCase(),
    });
    await backends.rancher.clearFaults();
    expect(wrong).toMatchObject([
      { option: 'username', message: expect.stringContaining('may not create clusters') },
      { option: 'username', message: expect.stringContaining('may not create users') },
      { option: 'username', message: expect.stringContaining('may not act for other users') },
      { option: 'keycloak_username', message: expect.stringContaining('may not manage groups in realm paddock') },
      { option: 'argocd_k8s_namespace', message: expect.stringContaining('may not create') },
    ]);
  });

  test('waits for no backend longer than it may, and for all at the same time', async () => {
    await Promise.all([backends.rancher, backends.vault].map((it) => it.plan({ path: '^/v', kind: 'hang' })));
    const began = performance.now();
    const { wrong } = await check('Rancher', options());
    await Promise.all([backends.rancher, backends.vault].map((it) => it.clearFaults()));
    expect(wrong).toMatchObject([
      { backend: 'rancher', option: 'backend_url', message: expect.stringContaining('did not answer within 1 s') },
      { backend: 'vault', option: 'vault_host', message: expect.stringContaining('did not answer within 1 s') },
    ]);
    expect(performance.now() - began).toBeLessThan(5000);
  });

  test('forgets what was wrong once it is fixed', async () => {
    const { uuid } = await check('Rancher', { ...options(), password: 'wrong-secret' });
    const { staff } = market.people;
    const body = { options: { password: options().password } };
    await market.ask('PATCH', `service-settings/${uuid}/`, { ...staff, body });
    expect((await market.ask('POST', `service-settings/${uuid}/check/`, staff)).body).toMatchObject({ state: 'OK' });
    expect(await market.store.settings.get(uuid)).toMatchObject({ state: 'OK', errorMessage: '' });
  });

  test('is for staff', async () => {
    const { uuid } = await check('Rancher', options());
    expect(await market.statusOf('POST', `service-settings/${uuid}/check/`)).toBe(403);
    expect(await market.statusOf('POST', `service-settings/${'0'.repeat(32)}/check/`, market.people.staff)).toBe(404);
  });
});
