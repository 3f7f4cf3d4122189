import { z } from 'zod';
import { path } from '#shared/adapters/json-client';
import type { RancherSession } from '../rancher-session.ts';
import { NAMESPACE } from './cluster-request.ts';

export const CLUSTERS = '/v1/provisioning.cattle.io.clusters';
export const clusterPath = (name: string): string => `${CLUSTERS}/${NAMESPACE}${path`/${name}`}`;

/**
 * Metadata without three fields that Rancher adds to its answers. These three fields are not part of the Kubernetes
 * object, so they are not written back.
 */
export const writtenMetadata = z
  .looseObject({})
  .transform(({ state, fields, relationships, ...metadata }): Record<string, unknown> => metadata);

const options = z.looseObject({}).nullish();
/**
 * A provisioning cluster as Rancher returns it. Fields that Paddock does not know are kept, because the whole object is
 * written back.
 */
export const writtenCluster = z.looseObject({
  metadata: writtenMetadata,
  spec: z.looseObject({
    kubernetesVersion: z.string().nullish(),
    rkeConfig: z
      .looseObject({
        upgradeStrategy: z.looseObject({ controlPlaneDrainOptions: options, workerDrainOptions: options }).nullish(),
      })
      .nullish(),
  }),
  status: z.looseObject({ clusterName: z.string().nullish() }).nullish(),
});
export type WrittenCluster = z.infer<typeof writtenCluster>;

/**
 * Reads the object, changes it and writes the whole object back. Writes nothing if there is no change, and returns
 * whether it wrote. The write contains the object's resource version. So Rancher refuses the write if somebody else has
 * changed the object.
 */
export async function rewriteCluster(
  session: RancherSession,
  name: string,
  op: string,
  change: (written: WrittenCluster) => object | undefined,
): Promise<boolean> {
  const at = { path: clusterPath(name), reply: writtenCluster };
  const body = change(await session.call({ ...at, op: 'readProvisioningCluster', method: 'GET' }));
  if (body === undefined) return false;
  await session.call({ op, method: 'PUT', path: clusterPath(name), body, reply: z.unknown() });
  return true;
}
