import { describe, expect, test } from 'vitest';
import { someOpenStackSettings, someRancherSettings } from '#test/builders/builders';
import { someClusterApiSettings } from '#test/cluster-api-orders';
import { refusalOf } from '#test/refusal-of';
import { CLUSTER_API } from './cluster-api-options.ts';
import { OPENSTACK } from './openstack-options.ts';
import { RANCHER } from './rancher-options.ts';
import { parseSettingsChange } from './service-settings.ts';

const rancher = someRancherSettings();
const AT_RANCHER = {
  ...rancher.options,
  privateRegistry: { url: 'registry.example.org:5000', user: 'puller' },
  vault: { host: 'vault.example.org', port: 8200, verifyTls: true },
  keycloak: {
    url: 'https://id.example.org',
    realm: 'a',
    userRealm: 'b',
    username: 'c',
    syncFrequency: 15,
    verifyTls: true,
  },
  waldur: { apiUrl: 'https://waldur.example.org/api', verifyTls: true },
};
const PROVIDERS = [
  { table: RANCHER, settings: { ...rancher, options: AT_RANCHER } },
  { table: CLUSTER_API, settings: someClusterApiSettings() },
  { table: OPENSTACK, settings: someOpenStackSettings() },
];
/** Addresses to which no stored credential of the settings is sent. */
const WITHOUT_CREDENTIAL = ['cloud_auth_url'];

/** A value of the option that leads to another server. */
function movedTo(option: string): unknown {
  if (option.endsWith('_port')) return 8201;
  if (option.endsWith('_host')) return 'other.example.org';
  if (option === 'further_urls') return ['https://other.example.org:6443'];
  return option === 'private_registry_url' ? 'other.example.org' : 'https://other.example.org/v3';
}
const PAIRS = PROVIDERS.flatMap(({ table, settings }) =>
  table.bound.flatMap(({ addresses, credentials }) =>
    addresses.map((address) => ({ type: settings.type, address, credentials, settings })),
  ),
);

describe.each(PAIRS)('a change of $address of a $type', ({ address, credentials, settings }) => {
  const change = (options: object) => parseSettingsChange(settings, { options });

  test('to another server is refused without the credentials, each by its name', () => {
    expect(refusalOf(() => change({ [address]: movedTo(address) }))).toEqual({
      options: Object.fromEntries(
        credentials.map((name) => [name, [expect.stringContaining(`because ${address} changes`)]]),
      ),
    });
  });

  test('to another server is accepted with new credentials, which are stored', () => {
    const given = Object.fromEntries(credentials.map((name) => [name, 'entered-again']));
    const { secrets } = change({ [address]: movedTo(address), ...given });
    const written = Object.values(secrets).flatMap((fields) => Object.values(fields));
    expect(written).toEqual(credentials.map(() => 'entered-again'));
  });
});

test('a path, or the same server in another notation, keeps the credentials', () => {
  const { settings } = PROVIDERS[0] ?? expect.fail('no provider');
  const options = {
    keycloak_url: 'https://ID.example.org:443/auth',
    vault_host: 'vault.example.org',
    vault_port: 8200,
  };
  expect(parseSettingsChange(settings, { options }).secrets).toEqual({});
});

test('each secret and each address of a provider is bound, or declared as unbound', () => {
  for (const { table } of PROVIDERS) {
    const secrets = [...table.bound.flatMap(({ credentials }) => credentials), ...table.unbound];
    expect(secrets.sort()).toEqual(Object.keys(table.secrets).sort());
    const addresses = Object.keys(table.places).filter((name) => /_(?:url|urls|host|port)$/.test(name));
    const bound = [
      ...table.bound.flatMap((one) => one.addresses),
      ...WITHOUT_CREDENTIAL,
      'management_tenant_access_port',
    ];
    expect(addresses.filter((name) => !bound.includes(name))).toEqual([]);
  }
});
