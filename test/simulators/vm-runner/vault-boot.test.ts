import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { renderCloudInit } from '#shared/drivers/rancher-custom/cloud-init';
import type { JoinCredential, UserDataInput } from '#shared/drivers/user-data-input';
import { inputOf } from '#test/builders/user-data-inputs';
import { EXAMPLES } from '#test/cloud-init-examples';
import { vaultCredential } from '#test/vault-credential';
import { type RunningSimulator, serveSimulator } from '../_kit/serve-simulator.ts';
import { eventually, orderCluster, startRancher, type TestRancher } from '../rancher/_core/rancher-client.ts';
import { startVault, type TestVault } from '../vault/vault-client.ts';
import { simulator } from '../vm-runner.ts';
import { startTinyCloud } from './tiny-cloud.ts';

let cloud: Awaited<ReturnType<typeof startTinyCloud>>;
let rancher: TestRancher;
let vault: TestVault;
let runner: RunningSimulator;
let registrationToken: string;
let fromVault: Extract<JoinCredential, { from: 'vault' }>;

beforeEach(async () => {
  [cloud, rancher, vault] = await Promise.all([startTinyCloud(), startRancher(), startVault()]);
  ({ token: registrationToken } = await orderCluster(rancher));
  fromVault = await vaultCredential(vault, registrationToken);
  const definition = simulator(['--openstack', `${cloud.url}/v3`, '--password', 'secret']);
  Object.assign(definition.delays, { poll: 5, boot: 5, retry: 1, installRetry: 5 });
  runner = await serveSimulator(definition);
});
afterEach(async () => {
  await runner.close();
  await Promise.all([cloud.close(), rancher.close(), vault.close()]);
});

function boot(credential: JoinCredential, template?: string, role: UserDataInput['spec']['role'] = 'server'): void {
  const fields = { rancherUrl: rancher.url, caChecksum: '', phoneHomeUrl: `${rancher.url}/home`, credential };
  cloud.create('m1', renderCloudInit(inputOf(fields, { name: 'm1', role }), template));
}
const becomes = (row: object) =>
  eventually(async () => {
    const state = await (await fetch(`${runner.url}/_sim/state`)).json();
    expect(state).toMatchObject({ machines: [row] });
  });
const joined = { phase: 'registered', roles: ['etcd', 'controlplane'] };

describe('a machine with Vault', () => {
  test('logs in, reads its token and joins (S0-189)', async () => {
    boot(fromVault);
    await becomes(joined);
    expect(await rancher.registered()).toMatchObject([{ requestedHostname: 'm1' }]);
  });

  test('never registers with a secret id that has been used', async () => {
    const { roleId: role_id, secretId: secret_id } = fromVault;
    await vault.send('POST', 'auth/approle/login', { role_id, secret_id });
    boot(fromVault);
    await becomes({ phase: 'failed', reason: expect.stringContaining('Vault does not let this machine in') });
    expect(await rancher.registered()).toEqual([]);
  });

  test.each(['roleId', 'secretId', 'secretPath'])('never registers with a wrong %s', async (field) => {
    boot({ ...fromVault, [field]: 'wrong' });
    await becomes({ phase: 'failed', reason: expect.stringContaining('Vault does not') });
    expect(await rancher.registered()).toEqual([]);
  });

  test('joins by a template that installs, restarts and has a unit use Vault’s command line', async () => {
    boot(fromVault, EXAMPLES.microosVault);
    await becomes(joined);
  });

  test('spends its token’s one use before the secret where Vault’s command line reads it', async () => {
    const template = `#cloud-config
runcmd:
  - export VAULT_ADDR={vault_addr}
  - export VAULT_TOKEN=$(vault write -field=token auth/approle/login role_id={vault_role_id} secret_id={vault_role_secret_id})
  - TOKEN=$(vault kv get -field=token {vault_secret_path}) || exit 1
  - curl -fsSL {rancher_url}/system-agent-install.sh | sh -s - --server {rancher_url} --token "$TOKEN" --worker
`;
    boot(fromVault, template);
    await becomes({ phase: 'failed', reason: expect.stringMatching(/^vault: 403 for secret\/data/) });
  });

  test('may let Vault’s command line read the raw path', async () => {
    const template = `#cloud-config
runcmd:
  - |
    export VAULT_ADDR={vault_addr}
    VAULT_TOKEN=$(vault write -format=json auth/approle/login role_id={vault_role_id} secret_id={vault_role_secret_id} | jq -r .auth.client_token)
    export VAULT_TOKEN
    CATTLE_TOKEN=$(vault read -format=json $(echo {vault_secret_path} | sed 's|/|/data/|') | jq -r .data.data.token)
    export CATTLE_TOKEN
    curl -fsSL {rancher_url}/system-agent-install.sh | sh -s - --server {rancher_url} --worker
`;
    boot(fromVault, template);
    await becomes({ phase: 'registered', roles: ['worker'] });
  });
});

describe('a machine by one of the examples', () => {
  test.each(['server', 'agent'] as const)(
    'joins as %s without Vault, and with it where the joining is ours',
    async (role) => {
      const roles = role === 'server' ? ['etcd', 'controlplane'] : ['worker'];
      boot({ from: 'user-data', registrationToken }, EXAMPLES.plainToken, role);
      await becomes({ phase: 'registered', roles });
      cloud.delete('m1');
      await eventually(async () =>
        expect(await (await fetch(`${runner.url}/_sim/state`)).json()).toEqual({ machines: [] }),
      );
      boot(fromVault, EXAMPLES.ubuntuOwnJoin, role);
      await becomes({ phase: 'registered', roles });
    },
  );
});
