import { afterAll } from 'vitest';
import { z } from 'zod';
import { backUpClusters } from '#shared/app/cluster-api/state-backup/back-up-clusters';
import { restoreCluster } from '#shared/app/cluster-api/state-backup/restore-cluster';
import { changed } from '#shared/domain/_core/record';
import { STAGE_KEY, secretName } from '#shared/domain/_core/secret-name';
import { COPIED_KINDS, type WholeObject } from '#shared/domain/cluster-api/state-backup/whole-object';
import type { ClusterApi } from '#shared/ports/cluster-api';
import { aKeyRing } from '#test/a-key-ring';
import type { Simulator } from '#test/contracts/start-simulator';
import { newBucket } from '../aws/new-bucket.ts';
import { borrowSimulator } from './borrowed-simulator.ts';
import type { ClusterApiWorld } from './cluster-api-world.ts';

const printed = z.object({ token: z.string(), ca_certificate: z.string() });
const conditions = z.object({
  status: z.object({ v1beta2: z.object({ conditions: z.array(z.object({ type: z.string(), status: z.string() })) }) }),
});

export const isAvailable = (cluster: WholeObject | undefined): boolean =>
  conditions
    .safeParse(cluster)
    .data?.status.v1beta2.conditions.some(({ type, status }) => type === 'Available' && status === 'True') ?? false;
export const namesOf = (objects: readonly WholeObject[]): string[] =>
  objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted();

/**
 * Starts a second, empty management cluster. Returns functions that back up the clusters of the world's provider, move
 * the provider to another management cluster, and restore clusters there.
 */
export async function twoManagements(world: ClusterApiWorld) {
  const { store, clock, clusterApi, secrets, stage, managementSettings } = world;
  const another = await borrowSimulator('cluster-api');
  afterAll(() => another.stop());
  await another.setDelays({ pace: 0.001 });
  await secrets.put(secretName(stage, 'state-key', STAGE_KEY), JSON.stringify(aKeyRing()));
  const deps = { store, clusterApi, secrets, stage, clock, log: world.deps.log, backups: await newBucket() };

  const settings = async () => {
    const found = await store.settings.get(managementSettings.uuid);
    if (found.type !== 'ClusterAPI') throw new Error('not a management cluster');
    return found;
  };
  /** A session with the management cluster that the provider's settings refer to at present. */
  const open = async (): Promise<ClusterApi> => clusterApi.open(await settings());
  const all = async (): Promise<WholeObject[]> => {
    const api = await open();
    const kinds = [...COPIED_KINDS.all, ...COPIED_KINDS[managementSettings.options.infrastructure]];
    return (await Promise.all(kinds.map((kind) => api.listWhole(kind)))).flat();
  };

  return {
    ...{ another, open, all },
    machines: async () => namesOf((await all()).filter(({ kind }) => kind.endsWith('Machine'))),
    backUp: () => backUpClusters(deps),
    restore: (clusterUuid: string, isDryRun = false) => restoreCluster(deps, { clusterUuid, isDryRun }),
    /** Gives the provider the address and token of another management cluster, as an operator does after a loss. */
    async moveTo({ printed: line, httpsUrl: backendUrl }: Simulator): Promise<void> {
      const { token, ca_certificate: caCertificate } = printed.parse(line);
      const found = await settings();
      const options = { ...found.options, backendUrl, caCertificate };
      await secrets.put(secretName(stage, 'cluster-api', found.uuid), JSON.stringify({ token }));
      await store.commit(store.settings.replace(changed(found, clock.now(), { options })));
    },
  };
}
