import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { ServiceSettings } from '#shared/domain/providers/service-settings';
import { someRancherSettings } from '#test/builders/builders';
import { refusalOf } from '#test/refusal-of';
import { parseNewSettings, parseSettingsChange, viewSettings } from './service-settings.ts';

const KUBECONFIG = stringify({
  clusters: [{ name: 'c', cluster: { server: 'https://argocd.example.org:6443' } }],
  users: [{ name: 'u', user: { token: 'very-secret' } }],
  contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
  'current-context': 'x',
});
const MINIMAL = {
  backend_url: 'https://rancher.example.org/v3/',
  username: 'token-abc',
  password: 'very-secret',
  base_image_name: 'ubuntu-24.04',
};
const REGISTRY = {
  private_registry_url: 'registry.example.org',
  private_registry_user: 'puller',
  private_registry_password: 'very-secret-1',
};
const VAULT = { vault_host: 'vault.example.org', vault_token: 'very-secret-2' };
const KEYCLOAK = {
  keycloak_url: 'https://keycloak.example.org/auth/',
  keycloak_username: 'paddock',
  keycloak_password: 'very-secret-3',
};
const ARGOCD = { argocd_k8s_namespace: 'argocd', argocd_k8s_kubeconfig: KUBECONFIG };
const WEBHOOK = { webhook_secret: 'very-secret-4-of-thirty-two-letters' };
const WHOLE = { ...MINIMAL, ...REGISTRY, ...VAULT, ...KEYCLOAK, ...ARGOCD, ...WEBHOOK };

const made = (options: object) => parseNewSettings({ type: 'Rancher', name: 'provider-1', options });
function stored(options: object): ServiceSettings {
  const read = made(options);
  if (read.type !== 'Rancher') throw new Error('a Rancher was expected');
  return someRancherSettings({ options: read.options });
}
const shown = (settings: ServiceSettings) => viewSettings((...parts) => parts.join('/'), settings).options;
const changed = (settings: ServiceSettings, options: object) => parseSettingsChange(settings, { options });
const required = ['This field is required.'];
const NO_REGISTRY = 'Enter the host name of a registry, with an optional port and without a path.';
const WEAK_SECRET = 'Enter at least 32 printable ASCII characters without spaces.';

describe('a new provider', () => {
  test('needs URL, account and image (S0-274, S0-275, S0-276, S0-277)', () => {
    expect(refusalOf(() => made({}))).toEqual({
      options: { backend_url: required, username: required, password: required, base_image_name: required },
    });
  });

  test('has Waldur’s defaults for the rest, and no part that was not given (S0-278, S0-296)', () => {
    expect(shown(stored(MINIMAL))).toEqual({
      backend_url: 'https://rancher.example.org',
      base_image_name: 'ubuntu-24.04',
      base_image_user: 'ubuntu',
      k8s_version: 'v1.31.7+rke2r1',
      node_disk_driver: 'sd',
      tls_verify: true,
      cloud_init_template: '',
      allocate_floating_ip_to_all_nodes: false,
      management_tenant_uuid: null,
      management_tenant_access_port: 443,
      private_registry_url: null,
      private_registry_user: null,
      vault_host: null,
      vault_port: null,
      vault_tls_verify: null,
      waldur_api_url: null,
      waldur_verify_ssl: null,
      keycloak_url: null,
      keycloak_realm: null,
      keycloak_user_realm: null,
      keycloak_username: null,
      keycloak_sync_frequency: null,
      keycloak_group_names: null,
      keycloak_ssl_verify: null,
      argocd_k8s_namespace: null,
      customer_uuid: null,
      node_network_supernet: null,
      reserved_networks: null,
      management_cidrs: null,
      management_ports: null,
      managed_rancher_load_balancer_cloud_init_template: null,
    });
  });

  test('has Waldur’s defaults in each part, except for credentials (S0-287)', () => {
    expect(shown(stored(WHOLE))).toMatchObject({
      vault_port: 8200,
      vault_tls_verify: true,
      keycloak_url: 'https://keycloak.example.org/auth',
      keycloak_realm: 'Waldur',
      keycloak_user_realm: 'master',
      keycloak_sync_frequency: 15,
      keycloak_ssl_verify: true,
    });
    expect(JSON.stringify(shown(stored(WHOLE)))).not.toContain('very-secret');
  });

  test('stores each secret with those of its own backend (S0-282, S0-286, S0-292, S0-295)', () => {
    expect(made(WHOLE).secrets).toEqual({
      rancher: { username: 'token-abc', password: 'very-secret', privateRegistryPassword: 'very-secret-1' },
      vault: { token: 'very-secret-2' },
      keycloak: { password: 'very-secret-3' },
      argocd: { kubeconfig: KUBECONFIG },
      webhook: { secret: WEBHOOK.webhook_secret },
    });
  });

  test.each([
    ['k8s_version', ' v1.33.0+rke2r1 ', 'v1.33.0+rke2r1'],
    ['base_image_user', ' rocky ', 'rocky'],
    ['node_disk_driver', 'vd', 'vd'],
    ['tls_verify', 'false', false],
    ['cloud_init_template', '#cloud-config\n\nruncmd: []\n', '#cloud-config\n\nruncmd: []\n'],
    ['allocate_floating_ip_to_all_nodes', 'true', true],
    ['management_tenant_uuid', '0F8B7A2E-3C1D-4E5F-8A9B-0C1D2E3F4A5B', '0f8b7a2e3c1d4e5f8a9b0c1d2e3f4a5b'],
    ['management_tenant_access_port', '6443', 6443],
    ['private_registry_url', 'https://registry.example.org:5000/', 'https://registry.example.org:5000'],
    ['vault_host', 'http://127.0.0.1', 'http://127.0.0.1'],
    ['vault_port', '8300', 8300],
    ['vault_tls_verify', '0', false],
    ['keycloak_realm', 'customers', 'customers'],
    ['keycloak_user_realm', 'customers', 'customers'],
    ['keycloak_sync_frequency', '5', 5],
    ['keycloak_group_names', 'short', 'short'],
    ['keycloak_ssl_verify', false, false],
  ])('shows the given value: %s', (name, given, kept) => {
    expect(shown(stored({ ...WHOLE, [name]: given }))).toMatchObject({ [name]: kept });
  });

  test.each([
    ['backend_url', 'rancher', 'Enter a valid URL.'],
    ['k8s_version', 'latest', 'Enter a version as Rancher writes it, such as v1.31.7+rke2r1.'],
    ['node_disk_driver', 'xvd', '"xvd" is not a valid choice.'],
    ['management_tenant_uuid', 'x', 'Enter a valid UUID.'],
    ['management_tenant_access_port', 0, 'Ensure this value is greater than or equal to 1.'],
    ['private_registry_url', 'a b', NO_REGISTRY],
    ['private_registry_url', 'registry.example.org/mirror', NO_REGISTRY],
    ['vault_host', 'https://vault.example.org:8200', 'Enter a host name, without a port or a path.'],
    ['vault_port', '70000', 'Ensure this value is less than or equal to 65535.'],
    ['vault_tls_verify', 'perhaps', 'Must be a valid boolean.'],
    ['keycloak_sync_frequency', 'often', 'A valid integer is required.'],
    ['argocd_k8s_namespace', 'Argo CD', 'Enter the name of a Kubernetes namespace.'],
    ['argocd_k8s_kubeconfig', 'very-secret: [', 'The kubeconfig is not YAML.'],
    ['webhook_secret', 'very-secret', WEAK_SECRET],
    ['webhook_secret', 'very-secret words, together over thirty-two letters', WEAK_SECRET],
    ['vault_tls_verfy', true, 'Unknown option. Did you mean "vault_tls_verify"?'],
  ])('is refused with the error at the wrong option: %s', (name, given, message) => {
    const body = refusalOf(() => made({ ...WHOLE, [name]: given }));
    expect(body).toEqual({ options: { [name]: [message] } });
    expect(JSON.stringify(body)).not.toContain('very-secret');
  });

  test.each([
    ['vault_token', { vault_host: 'vault.example.org' }, 'vault_host'],
    ['vault_host', { vault_token: 'very-secret' }, 'vault_token'],
    ['private_registry_password', { ...REGISTRY, private_registry_password: null }, 'private_registry_url'],
    ['private_registry_user', { ...REGISTRY, private_registry_user: '' }, 'private_registry_url'],
    ['argocd_k8s_namespace', { argocd_k8s_kubeconfig: KUBECONFIG }, 'argocd_k8s_kubeconfig'],
    ['keycloak_password', { ...KEYCLOAK, keycloak_password: ' ' }, 'keycloak_url'],
  ])('is refused at %s if the rest of its part is given (R-9b-W13)', (missing, part, given) => {
    expect(refusalOf(() => made({ ...MINIMAL, ...part }))).toEqual({
      options: { [missing]: [`This field is required with ${given}.`] },
    });
  });
});

describe('a change of a provider', () => {
  const provider = () => stored({ ...WHOLE, vault_port: 8300, keycloak_realm: 'customers' });

  test('keeps options that are left out, including secrets', () => {
    const { options, secrets } = changed(provider(), { vault_tls_verify: false });
    expect(options).toEqual({
      ...provider().options,
      vault: { host: 'vault.example.org', port: 8300, verifyTls: false },
    });
    expect(secrets).toEqual({});
  });

  test.each([
    ['private_registry_url', 'privateRegistry', { rancher: { privateRegistryPassword: null } }],
    ['vault_host', 'vault', { vault: { token: null } }],
    ['keycloak_url', 'keycloak', { keycloak: { password: null } }],
    ['argocd_k8s_namespace', 'argocd', { argocd: { kubeconfig: null } }],
  ])('removes a whole part with its secret by %s (S0-296)', (name, part, taken) => {
    for (const nothing of [null, '']) {
      const { options, secrets } = changed(provider(), { [name]: nothing });
      const { [part]: _gone, ...others } = { ...provider().options } as Record<string, unknown>;
      expect(options).toEqual(others);
      expect(secrets).toEqual(taken);
    }
  });

  test('removes only the webhook secret, since it belongs to no part', () => {
    for (const nothing of [null, '']) {
      const { options, secrets } = changed(provider(), { webhook_secret: nothing });
      expect(options).toEqual(provider().options);
      expect(secrets).toEqual({ webhook: { secret: null } });
    }
  });

  test('resets an option to its default', () => {
    expect(changed(provider(), { vault_port: null }).options).toMatchObject({ vault: { port: 8200 } });
    expect(changed(provider(), { k8s_version: '' }).options).toMatchObject({ k8sVersion: 'v1.31.7+rke2r1' });
  });

  test('is refused if it leaves half of a part, or adds half of one', () => {
    expect(refusalOf(() => changed(provider(), { vault_token: null }))).toEqual({
      options: { vault_token: ['This field is required with vault_host.'] },
    });
    expect(refusalOf(() => changed(stored(MINIMAL), { vault_port: 8300 }))).toEqual({
      options: {
        vault_host: ['This field is required with vault_port.'],
        vault_token: ['This field is required with vault_port.'],
      },
    });
  });

  test('cannot remove a required option, and refuses unknown options', () => {
    expect(refusalOf(() => changed(provider(), { backend_url: null, password: null, argocd_namespace: 'x' }))).toEqual({
      options: {
        backend_url: ['This field may not be null.'],
        password: ['This field may not be null.'],
        argocd_namespace: ['Unknown option. Did you mean "argocd_k8s_namespace"?'],
      },
    });
  });
});
