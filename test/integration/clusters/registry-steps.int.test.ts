import { beforeEach, describe, expect, test } from 'vitest';
import { deleteCluster } from '#shared/app/clusters/steps/delete-cluster';
import { ensureCluster } from '#shared/app/clusters/steps/ensure-cluster';
import { sweepClusters } from '#shared/app/clusters/steps/sweep-clusters';
import { rancherLabels } from '#shared/domain/planning/naming';
import { type Begun, begunOrder, EVENTUALLY, rowsWith, stateOf } from '../_worlds/step-world.ts';
import { vaultWorldPerFile } from '../cluster-access/vault-world.ts';
import { REGISTRY } from '../providers/vault-provider.ts';
import { leaving } from './deletion.ts';

const world = await vaultWorldPerFile();
beforeEach(() => world.rancherSimulator.clearFaults());

const rancher = () => world.rancher.open(world.settings);
const secretsOf = async ({ cluster }: Begun) => (await rancher()).listRegistrySecrets(rancherLabels(cluster.uuid));
const ensured = ({ target }: Begun) =>
  expect.poll(() => ensureCluster.call(world.deps, target), EVENTUALLY).toEqual({ ready: true });
async function specOf({ cluster }: Begun) {
  const { provisioningClusters = [] } = await stateOf(world.rancherSimulator);
  return provisioningClusters.find(({ id }) => id === `fleet-default/${cluster.name}`)?.spec;
}

describe('a cluster of a provider with a private registry', () => {
  test('is made behind a secret with the registry’s account, which it names (S0-170, S0-280, S0-281, R-9-13)', async () => {
    const begun = await begunOrder(world);
    await ensured(begun);
    const names = await secretsOf(begun);
    expect(names).toEqual([expect.stringMatching(/^registryconfig-auth-/)]);
    expect(await specOf(begun)).toMatchObject({
      rkeConfig: {
        machineSelectorConfig: [{ config: { 'system-default-registry': REGISTRY.url } }],
        registries: { configs: { [REGISTRY.url]: { authConfigSecretName: names[0] } }, mirrors: {} },
      },
    });
  });

  test.each(['/v1/secrets$', '/v1/provisioning.cattle.io.clusters$'])(
    'has one secret, however often the answer is lost: %s',
    async (path) => {
      const begun = await begunOrder(world);
      await world.rancherSimulator.plan({ kind: 'lose', method: 'POST', path, nth: 1 });
      const lost = ensureCluster.call(world.deps, begun.target);
      await expect(lost).rejects.toMatchObject({ name: 'BackendUnavailable' });
      const [name] = await secretsOf(begun);
      await ensured(begun);
      await ensured(begun);
      expect(await secretsOf(begun)).toEqual([name]);
      expect(await specOf(begun)).toMatchObject({
        rkeConfig: { registries: { configs: { [REGISTRY.url]: { authConfigSecretName: name } } } },
      });
    },
  );

  test('is deleted with its secret, and only then the sweep is content', async () => {
    const begun = await begunOrder(world);
    await ensured(begun);
    const [name] = await secretsOf(begun);
    const { target } = await leaving(world, begun);
    await expect(sweepClusters.call(world.deps, target)).rejects.toMatchObject({
      name: 'DeletionBlocked',
      message: expect.stringMatching(`cluster ${begun.cluster.name} \\(.+\\), registry secret ${name}\\.$`),
    });
    await expect.poll(() => deleteCluster.call(world.deps, target), EVENTUALLY).toEqual({ gone: true });
    expect(await secretsOf(begun)).toEqual([]);
    await sweepClusters.call(world.deps, target);
  });

  test('loses its secret too when only that was made, which is first (R-9-13)', async () => {
    const begun = await begunOrder(world);
    const path = '/v1/provisioning.cattle.io.clusters$';
    await world.rancherSimulator.plan({ kind: 'refuse', method: 'POST', path, nth: 1 });
    await expect(ensureCluster.call(world.deps, begun.target)).rejects.toMatchObject({ name: 'BackendUnavailable' });
    expect(await secretsOf(begun)).toHaveLength(1);
    const { target } = await leaving(world, begun);
    await expect.poll(() => deleteCluster.call(world.deps, target), EVENTUALLY).toEqual({ gone: true });
    expect(await secretsOf(begun)).toEqual([]);
  });

  test('a secret that Rancher does not let go is named, with Rancher’s reason', async () => {
    const begun = await begunOrder(world);
    await ensured(begun);
    const [name] = await secretsOf(begun);
    const { target } = await leaving(world, begun);
    const body = { type: 'error', status: 409, code: 'Conflict', message: 'it is in use' };
    await world.rancherSimulator.plan({ kind: 'status', method: 'DELETE', path: '/v1/secrets/', status: 409, body });
    await expect(deleteCluster.call(world.deps, target)).rejects.toMatchObject({
      name: 'DeletionBlocked',
      message: expect.stringMatching(`^The registry secret ${name} .*it is in use`),
    });
  });

  test('says the registry’s password to nobody but Rancher (S0-282)', async () => {
    const begun = await begunOrder(world);
    await ensured(begun);
    const encoded = Buffer.from(REGISTRY.password).toString('base64');
    const written = JSON.stringify([await rowsWith(world, ''), world.published, world.logged]);
    expect(written).not.toContain(encoded);
    expect(written).not.toContain(REGISTRY.password);
  });
});

test('without its registry, a provider’s clusters are made without one (S0-280)', async () => {
  const { privateRegistry: _, ...options } = world.settings.options;
  const open = async () => world.rancher.open({ ...world.settings, options });
  const begun = await begunOrder(world);
  const ensure = () => ensureCluster.call({ ...world.deps, rancher: { open } }, begun.target);
  await expect.poll(ensure, EVENTUALLY).toEqual({ ready: true });
  expect(await secretsOf(begun)).toEqual([]);
  expect(JSON.stringify(await specOf(begun))).not.toMatch(/registr/);
});
