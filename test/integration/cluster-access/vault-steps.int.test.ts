import { beforeEach, describe, expect, test } from 'vitest';
import { beginOrder } from '#shared/app/clusters/steps/begin-order';
import { deleteCluster as removeFromRancher } from '#shared/app/clusters/steps/delete-cluster';
import { deleteCredentials } from '#shared/app/clusters/steps/delete-credentials';
import { ensureCluster } from '#shared/app/clusters/steps/ensure-cluster';
import { putCredentials } from '#shared/app/clusters/steps/put-credentials';
import { recordFailure } from '#shared/app/clusters/steps/record-failure';
import { sweepCredentials } from '#shared/app/clusters/steps/sweep-credentials';
import { retryOrder } from '#shared/app/marketplace/orders/retry-order';
import { listNodes } from '#shared/app/nodes/steps/list-nodes';
import { planNodes } from '#shared/app/nodes/steps/plan-nodes';
import { vaultNames } from '#shared/domain/planning/naming';
import type { Vault } from '#shared/ports/vault';
import { type Begun, begunOrder, clusterOf, preparedOrder, registrationOf } from '../_worlds/step-world.ts';
import { leaving } from '../clusters/deletion.ts';
import { ALL_THREE, inVault, orderWithCredentials, vaultWorldPerFile } from './vault-world.ts';

const world = await vaultWorldPerFile();
beforeEach(() => world.provider.simulator.clearFaults());

const put = (begun: Begun) => putCredentials.call(world.deps, begun.target);
const remove = (begun: Begun) => deleteCredentials.call(world.deps, begun.target);
const sweep = (begun: Begun) => sweepCredentials.call(world.deps, begun.target);
const vault = async (): Promise<Vault> => (await world.vault.open(world.settings)) ?? expect.fail('it has a Vault');

describe('putting the credentials into Vault', () => {
  test('makes policy, role and secret under the cluster’s names, and our store keeps the role id in the token’s place (S0-099, S0-102, S0-103, S0-105, S0-186)', async () => {
    const begun = await preparedOrder(world);
    const before = await registrationOf(world, begun);
    expect(before?.token).toMatch(/\S{20,}/);
    await put(begun);
    const { uuid } = begun.cluster;
    const path = `rancher/cluster-${uuid}`;
    expect(await world.provider.ask('GET', `secret/data/${path}`)).toMatchObject({
      body: { data: { data: { token: before?.token } } },
    });
    const rules = JSON.stringify({ path: { [`secret/data/${path}`]: { capabilities: ['read'] } } });
    expect(await world.provider.ask('GET', `sys/policy/rancher-provisioning-policy-${uuid}`)).toMatchObject({
      body: { data: { rules } },
    });
    expect(await world.provider.ask('GET', `auth/approle/role/rancher-provisioning-role-${uuid}`)).toMatchObject({
      body: { data: { token_policies: [`rancher-provisioning-policy-${uuid}`], token_num_uses: 1 } },
    });
    const vaultRoleId = await (await vault()).findRoleId(vaultNames(uuid).role);
    expect(await registrationOf(world, begun)).toEqual({ caChecksum: before?.caChecksum, vaultRoleId });
  });

  test('again changes nothing: the role keeps its id and Vault the token (S0-106)', async () => {
    const begun = await orderWithCredentials(world);
    const [registration, secret] = [
      await registrationOf(world, begun),
      await (await vault()).findSecret(vaultNames(begun.cluster.uuid).secretPath),
    ];
    await put(begun);
    expect(await registrationOf(world, begun)).toEqual(registration);
    expect(await (await vault()).findSecret(vaultNames(begun.cluster.uuid).secretPath)).toEqual(secret);
  });

  test.each(['/sys/policy/', '/auth/approle/role/', '/secret/data/', '/role-id'])(
    'is done again when the answer was lost at %s',
    async (path) => {
      const begun = await preparedOrder(world);
      await world.provider.simulator.plan({ kind: 'lose', path, nth: 1 });
      await expect(put(begun)).rejects.toMatchObject({ name: 'BackendUnavailable' });
      await put(begun);
      expect(await inVault(world, begun)).toEqual(ALL_THREE);
      expect(await registrationOf(world, begun)).toMatchObject({ vaultRoleId: expect.any(String) });
    },
  );

  test('brings back what somebody removed', async () => {
    const begun = await orderWithCredentials(world);
    const { policy, role } = vaultNames(begun.cluster.uuid);
    await (await vault()).deletePolicy(policy);
    await (await vault()).deleteRole(role);
    await put(begun);
    expect(await inVault(world, begun)).toEqual(ALL_THREE);
    expect((await registrationOf(world, begun))?.vaultRoleId).toBe(await (await vault()).findRoleId(role));
  });

  test('without a token anywhere says that it is missing, and a retry of the whole order finds it again', async () => {
    const begun = await orderWithCredentials(world);
    await (await vault()).deleteSecret(vaultNames(begun.cluster.uuid).secretPath);
    await expect(put(begun)).rejects.toMatchObject({ name: 'Misconfigured' });
    await ensureCluster.call(world.deps, begun.target);
    await put(begun);
    expect(await inVault(world, begun)).toEqual(ALL_THREE);
  });

  test('a token that may not says which call was refused, and nobody’s secret (R-9b-W13)', async () => {
    const begun = await preparedOrder(world);
    await world.provider.simulator.plan({
      kind: 'status',
      status: 403,
      path: '/sys/policy/',
      body: { errors: ['permission denied'] },
    });
    await expect(put(begun)).rejects.toMatchObject({
      name: 'BackendUnauthorized',
      message: 'Vault of rancher-2 answered putPolicy with 403: permission denied',
    });
  });
});

describe('removing them', () => {
  test('leaves nothing of the cluster and everything of others, twice if need be (S0-101, S0-108, S0-137, S0-197)', async () => {
    const [begun, other] = [await orderWithCredentials(world), await orderWithCredentials(world)];
    await remove(begun);
    expect(await inVault(world, begun)).toEqual([]);
    expect(await inVault(world, other)).toEqual(ALL_THREE);
    await remove(begun);
    await sweep(begun);
  });

  test('does not stop machines that come later: their credentials are made again (S0-104)', async () => {
    const begun = await orderWithCredentials(world);
    await remove(begun);
    await ensureCluster.call(world.deps, begun.target);
    await put(begun);
    expect(await inVault(world, begun)).toEqual(ALL_THREE);
    const secret_id = await (await vault()).issueSecretId(vaultNames(begun.cluster.uuid).role);
    const role_id = (await registrationOf(world, begun))?.vaultRoleId;
    const login = await world.provider.ask('POST', 'auth/approle/login', { role_id, secret_id });
    expect(login).toMatchObject({ status: 200 });
  });

  test('names what Vault does not let go, with its reason', async () => {
    const begun = await leaving(world, await orderWithCredentials(world));
    const body = { errors: ['it is needed'] };
    await world.provider.simulator.plan({ kind: 'status', method: 'DELETE', status: 400, path: '/sys/policy/', body });
    await expect(remove(begun)).rejects.toMatchObject({
      name: 'DeletionBlocked',
      message: expect.stringMatching(`^The policy rancher-provisioning-policy-${begun.cluster.uuid} .*it is needed`),
    });
  });

  test('is proved by a sweep that names each thing left', async () => {
    const begun = await leaving(world, await orderWithCredentials(world));
    const { policy, role, secretPath } = vaultNames(begun.cluster.uuid);
    await expect(sweep(begun)).rejects.toMatchObject({
      name: 'DeletionBlocked',
      message: `Still in Vault: policy ${policy}, role ${role}, secret ${secretPath}.`,
    });
    await (await vault()).deletePolicy(policy);
    await expect(sweep(begun)).rejects.toThrow(`Still in Vault: role ${role}, secret ${secretPath}.`);
    await remove(begun);
    await sweep(begun);
  });
});

test('credentials that come when their order is cancelled go with the deletion, and so does what our store kept (S0-108)', async () => {
  const begun = await preparedOrder(world);
  const session = await vault();
  let deletion = begun;
  const late: Vault = {
    ...session,
    async putSecret(path, data) {
      await session.putSecret(path, data);
      deletion = await leaving(world, begun);
    },
  };
  const deps = { ...world.deps, vault: { open: async () => late } };
  await putCredentials.call(deps, begun.target);
  await remove(deletion);
  await removeFromRancher.call(world.deps, deletion.target);
  expect(await inVault(world, begun)).toEqual([]);
  expect(await registrationOf(world, begun)).toBeUndefined();
});

test.each([putCredentials, deleteCredentials, sweepCredentials])(
  'a provider that no longer has a Vault in its settings is left alone: $contract.name',
  async (step) => {
    const begun = await preparedOrder(world);
    const registration = await registrationOf(world, begun);
    const deps = { ...world.deps, vault: { open: async () => undefined } };
    await step.call(deps, begun.target);
    expect(await registrationOf(world, begun)).toEqual(registration);
  },
);

test('the machines’ first steps say which parts the provider has (S0-187, S0-296)', async () => {
  for (const [of, vault] of [
    [world, true],
    [world.withoutVault, false],
  ] as const) {
    const { target } = await begunOrder(of);
    expect(await planNodes.call(world.deps, target)).toMatchObject({ uses: { vault, argocd: false } });
    expect(await listNodes.call(world.deps, target)).toMatchObject({ uses: { vault, argocd: false } });
  }
});

test('a creation that failed keeps its credentials, and a retry goes on with them', async () => {
  const begun = await orderWithCredentials(world);
  const before = await registrationOf(world, begun);
  const caught = { error: 'BootstrapTimeout', cause: 'too late', failedStep: 'watch.watchNodes' };
  await recordFailure.call(world.deps, { ...begun.target, ...caught });
  expect(await inVault(world, begun)).toEqual(ALL_THREE);
  await retryOrder(world, world.owner, { orderUuid: begun.order.uuid, correlationId: 'correlation-2' });
  const { operationUuid = '' } = await clusterOf(world, begun);
  const retried = { ...begun, target: { ...begun.target, operationUuid } };
  await beginOrder.call(world.deps, retried.target);
  await ensureCluster.call(world.deps, retried.target);
  await put(retried);
  expect(await registrationOf(world, begun)).toEqual(before);
});
