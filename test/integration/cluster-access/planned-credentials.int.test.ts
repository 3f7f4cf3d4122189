import { expect, test } from 'vitest';
import { z } from 'zod';
import { putCredentials } from '#shared/app/clusters/steps/put-credentials';
import { previewOrder } from '#shared/app/marketplace/orders/preview-order';
import { CLUSTER_UUID } from '#shared/domain/infrastructure/planned-objects';
import { clusterOf, preparedOrder, stateOf } from '../_worlds/step-world.ts';
import { attributesIn, newOrderIn } from '../_worlds/world.ts';
import { REGISTRY } from '../providers/vault-provider.ts';
import { vaultWorldPerFile } from './vault-world.ts';

const world = await vaultWorldPerFile();

const named = z.object({
  policies: z.array(z.looseObject({ name: z.string() })),
  roles: z.array(z.looseObject({ name: z.string() })),
  secrets: z.array(z.looseObject({ id: z.string() })),
});
async function namesInVault() {
  const { policies, roles, secrets } = named.parse(await stateOf(world.provider.simulator));
  return [...policies, ...roles].map(({ name }) => name).concat(secrets.map(({ id }) => id));
}
async function secretsInRancher(): Promise<string[]> {
  const rows = z.array(z.object({ id: z.string() })).parse((await stateOf(world.rancherSimulator)).secrets ?? []);
  return rows.map(({ id }) => id);
}

test('the dry run shows what Vault and the registry’s secret will be, and nothing else is made there', async () => {
  const attributes = attributesIn(world);
  const [inVault, inRancher] = [await namesInVault(), await secretsInRancher()];
  const { errors, objects } = await previewOrder(world, world.owner, newOrderIn(world, attributes));
  expect(errors).toEqual([]);
  expect(await namesInVault()).toEqual(inVault);
  expect(await secretsInRancher()).toEqual(inRancher);

  const begun = await preparedOrder(world, attributes);
  await putCredentials.call(world.deps, begun.target);
  const { uuid } = await clusterOf(world, begun);
  const filled = (text = '') => text.replace(CLUSTER_UUID, uuid);
  const { policy, role, secretPath } = objects?.vault ?? {};
  const made = (await namesInVault()).filter((name) => !inVault.includes(name));
  expect(made.sort()).toEqual([filled(policy), filled(role), `secret/${filled(secretPath)}`].sort());

  const registry = objects?.rancher.registrySecret;
  expect(registry).toMatchObject({ url: REGISTRY.url, user: REGISTRY.user });
  const labels = Object.fromEntries(Object.entries(registry?.labels ?? {}).map(([key, value]) => [key, filled(value)]));
  const found = await (await world.rancher.open(world.settings)).listRegistrySecrets(labels);
  const newOnes = (await secretsInRancher()).filter((id) => !inRancher.includes(id));
  expect(newOnes).toEqual(found.map((name) => `fleet-default/${name}`));
  expect(newOnes).toHaveLength(1);
});
