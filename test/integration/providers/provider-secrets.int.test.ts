import { beforeEach, describe, expect, test } from 'vitest';
import type { SecretPrefix } from '#shared/domain/_core/secret-name';
import { settingsSecretName } from '#shared/domain/providers/service-settings';
import { BackendUnavailable } from '#shared/errors';
import { aTenant } from '#test/builders/builders';
import { type Market, openMarket, rancherOptions } from '../_worlds/market.ts';

let market: Market;
let stored: Set<string>;
beforeEach(async () => {
  market = await openMarket();
  stored = watchSecrets();
});

/** The names of all existing secrets. The set is updated with every change. */
function watchSecrets(): Set<string> {
  const names = new Set<string>();
  const { secrets } = market;
  const { put, remove } = secrets;
  secrets.put = async (name, value) => {
    await put(name, value);
    names.add(name);
  };
  secrets.remove = async (name) => {
    await remove(name);
    names.delete(name);
  };
  return names;
}

const VAULT = { vault_host: 'vault.example.org', vault_token: 'very-secret-token' };
const provider = (options: object = {}) =>
  market.create('service-settings/', market.people.staff, {
    type: 'Rancher',
    name: 'rancher-1',
    options: { ...rancherOptions(), ...VAULT, ...options },
  });
const change = (uuid: string, options: object) =>
  market.ask('PATCH', `service-settings/${uuid}/`, { ...market.people.staff, body: { options } });
/** The content of the secret that the provider's current record refers to. */
async function used(uuid: string, prefix: SecretPrefix): Promise<unknown> {
  const name = settingsSecretName(market.stage, prefix, await market.store.settings.get(uuid));
  const text = await market.secrets.find(name);
  return text === undefined ? undefined : JSON.parse(text);
}

describe('credentials of a provider', () => {
  test('that change twice at once belong to the change that was recorded, whichever was written last', async () => {
    const { uuid } = await provider();
    for (const round of ['a', 'b', 'c', 'd']) {
      const [first, second] = await Promise.all([
        change(uuid, { username: `first-${round}`, password: `first-${round}`, k8s_version: 'v1.31.1+rke2r1' }),
        change(uuid, { username: `second-${round}`, password: `second-${round}`, k8s_version: 'v1.32.2+rke2r1' }),
      ]);
      const won = first.status === 200 ? 'first' : 'second';
      if (first.status !== second.status) expect([first.status, second.status].toSorted()).toEqual([200, 409]);
      const last = first.status === 200 && second.status === 200 ? await lastOf(uuid) : won;
      expect(await used(uuid, 'rancher')).toEqual({ username: `${last}-${round}`, password: `${last}-${round}` });
    }
  });
  async function lastOf(uuid: string): Promise<string> {
    const { options } = await market.store.settings.get(uuid);
    return 'k8sVersion' in options && options.k8sVersion === 'v1.31.1+rke2r1' ? 'first' : 'second';
  }

  test('of which one cannot be written leave record and secrets as they were', async () => {
    const { uuid } = await provider();
    const before = new Set(stored);
    const { put } = market.secrets;
    market.secrets.put = (name, value) =>
      name.includes('/vault/') ? Promise.reject(new BackendUnavailable('away')) : put(name, value);
    const answer = await change(uuid, { password: 'new-secret', vault_token: 'new-token', base_image_name: 'other' });
    expect(answer.status).toBe(503);
    expect(await used(uuid, 'rancher')).toEqual({ username: 'token-abc', password: 'very-secret' });
    expect(await used(uuid, 'vault')).toEqual({ token: 'very-secret-token' });
    expect(await market.store.settings.get(uuid)).toMatchObject({ options: { baseImageName: 'ubuntu-24.04' } });
    expect(stored).toEqual(before);
  });

  test('stay when it is not known whether the record that counts on them was written', async () => {
    const { uuid } = await provider();
    const { store } = market;
    const commit = store.commit;
    store.commit = async (...writes) => {
      await commit(...writes);
      throw new BackendUnavailable('the answer was lost');
    };
    expect((await change(uuid, { password: 'new-secret' })).status).toBe(503);
    store.commit = commit;
    expect(await used(uuid, 'rancher')).toMatchObject({ password: 'new-secret' });
  });

  test('are there for who has read the record just before, and no longer than until the next change', async () => {
    const { uuid } = await provider();
    const before = await market.store.settings.get(uuid);
    await change(uuid, { password: 'second' });
    const name = settingsSecretName(market.stage, 'rancher', before);
    expect(await market.secrets.find(name)).toContain('very-secret');
    await change(uuid, { password: 'third' });
    expect(await market.secrets.find(name)).toBeUndefined();
    expect(stored.size).toBe(3);
  });

  test('go at once with the part they belong to, and come back with it (S0-296)', async () => {
    const { uuid } = await provider();
    const name = settingsSecretName(market.stage, 'vault', await market.store.settings.get(uuid));
    expect((await change(uuid, { vault_host: null })).body).toMatchObject({ options: { vault_host: null } });
    expect(await market.secrets.find(name)).toBeUndefined();
    expect((await change(uuid, VAULT)).body).toMatchObject({ options: { vault_host: 'vault.example.org' } });
    expect(await used(uuid, 'vault')).toEqual({ token: 'very-secret-token' });
  });

  test('that are lost are asked for whole', async () => {
    const { uuid } = await provider();
    for (const name of stored) await market.secrets.remove(name);
    expect(await change(uuid, { password: 'half' })).toMatchObject({
      status: 400,
      body: { options: ['The stored credentials (rancher) are missing: enter all of them again.'] },
    });
    expect((await change(uuid, { username: 'u', password: 'p' })).status).toBe(200);
  });
});

describe('what only the installation knows of a provider', () => {
  test.each(['POST', 'PATCH'])('its management tenant is one that the caller sees, on %s (R-9-141)', async (method) => {
    const tenant = aTenant();
    await market.store.commit(market.store.tenants.insert(tenant));
    const unknown = '0'.repeat(32);
    const ask = async (management_tenant_uuid: string) => {
      if (method === 'PATCH') return change((await provider()).uuid, { management_tenant_uuid });
      const body = { type: 'Rancher', name: 'r', options: { ...rancherOptions(), management_tenant_uuid } };
      return market.ask('POST', 'service-settings/', { ...market.people.staff, body });
    };
    expect((await ask(tenant.uuid)).body).toMatchObject({ options: { management_tenant_uuid: tenant.uuid } });
    expect(await ask(unknown)).toMatchObject({
      status: 400,
      body: { options: { management_tenant_uuid: [`User has not permissions for tenant ${unknown}.`] } },
    });
  });

  test('its template is tried when it is saved, and again when Vault goes', async () => {
    const { uuid } = await provider();
    const template = '#cloud-config\nruncmd:\n  - [join, {rke_role}, "{vault_addr}", "{vault_role_secret_id}"]\n';
    const refused = await change(uuid, { cloud_init_template: template.replace('rke_role', 'nobody_knows') });
    expect(refused).toMatchObject({ status: 400, body: { options: { cloud_init_template: expect.any(Array) } } });
    expect(refused.text).toContain('nobody_knows');
    expect(await market.store.settings.get(uuid)).toMatchObject({ options: { cloudInitTemplate: '' } });
    expect((await change(uuid, { cloud_init_template: template })).body).toMatchObject({
      options: { cloud_init_template: template },
    });
    const without = await change(uuid, { vault_host: null });
    expect(without.text).toContain('needs Vault, which this provider does not use');
  });
});
