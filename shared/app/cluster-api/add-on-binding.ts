import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { KubernetesObject } from '#shared/domain/cluster-api/kubernetes-object';

/**
 * The object in which Cluster API lists the Secrets that it has applied in a cluster. This object has the same name as
 * the cluster.
 */
export const BINDING = { apiVersion: 'addons.cluster.x-k8s.io/v1beta1', kind: 'ClusterResourceSetBinding' } as const;

const binding = z.looseObject({
  spec: z.looseObject({
    bindings: z
      .array(
        z.looseObject({
          resources: z
            .array(
              z.looseObject({ kind: z.string(), name: z.string(), hash: z.string().optional(), applied: z.boolean() }),
            )
            .default([]),
        }),
      )
      .default([]),
  }),
});
const secret = z.looseObject({ data: z.record(z.string(), z.base64()) });

/** Cluster API's hash of a Secret: over all values, in the order of their keys. */
export function hashOfSecret(object: unknown): string {
  const values = Object.entries(secret.parse(object).data).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const hash = createHash('sha256');
  for (const [, value] of values) hash.update(Buffer.from(value, 'base64'));
  return `sha256:${hash.digest('hex')}`;
}

/** Whether Cluster API has applied the current contents of these Secrets in the cluster. */
export function isApplied(found: unknown, secrets: readonly KubernetesObject[]): boolean {
  const { data } = binding.safeParse(found);
  const applied = data?.spec.bindings.flatMap(({ resources }) => resources) ?? [];
  return secrets.every((one) =>
    applied.some(
      ({ kind, name, hash, applied: isDone }) =>
        isDone && kind === one.kind && name === one.metadata.name && hash === hashOfSecret(one),
    ),
  );
}
