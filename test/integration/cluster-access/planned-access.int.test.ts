import { expect, test } from 'vitest';
import { z } from 'zod';
import { registerCluster } from '#shared/app/cluster-access/steps/argocd-clusters';
import { previewOrder } from '#shared/app/marketplace/orders/preview-order';
import { CLUSTER_UUID, type PlannedObjects } from '#shared/domain/infrastructure/planned-objects';
import { preparedOrder, stateOf, stepWorldPerFile } from '../_worlds/step-world.ts';
import { attributesIn, newOrderIn } from '../_worlds/world.ts';
import { withArgocd } from '../providers/argocd-provider.ts';

const world = await stepWorldPerFile();
const { simulator: kubernetes } = await withArgocd(world, world.settings);

const inKubernetes = z.array(z.object({ id: z.string(), labels: z.record(z.string(), z.string()) }));
const inRancher = z.array(z.object({ description: z.string() }));

test.each([
  ['without Longhorn', false],
  ['with Longhorn', true],
])(
  'the dry run shows what Argo CD will get of a cluster %s, and the key for it (S0-257)',
  async (_what, installLonghorn) => {
    const attributes = { ...attributesIn(world), installLonghorn };
    const { objects } = await previewOrder(world, world.owner, newOrderIn(world, attributes));
    const secretsNow = async () => inKubernetes.parse((await stateOf(kubernetes)).secrets ?? []);
    const before = (await secretsNow()).map(({ id }) => id);

    const begun = await preparedOrder(world, attributes);
    await registerCluster.call(world.deps, begun.target);
    const filled = JSON.stringify(objects).replaceAll(CLUSTER_UUID, begun.cluster.uuid);
    const { argocd, rancher }: PlannedObjects = JSON.parse(filled);
    const made = (await secretsNow()).filter(({ id }) => !before.includes(id));
    expect(made).toEqual([
      {
        id: `${argocd?.namespace}/${argocd?.secretName}`,
        labels: { 'argocd.argoproj.io/secret-type': 'cluster', ...argocd?.labels },
      },
    ]);
    const keys = inRancher.parse((await stateOf(world.rancherSimulator)).apiTokens ?? []);
    expect(keys.filter(({ description }) => description === rancher.apiKey?.description)).toHaveLength(1);
  },
);
