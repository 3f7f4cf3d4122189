import { z } from 'zod';
import { instant, uuid } from '../../_core/identifier.ts';
import { type WholeObject, wholeObject } from './whole-object.ts';

/**
 * The backup copy of a cluster's objects. `format` is the version of the copy's format, so later releases of Paddock
 * can read the copy.
 */
export const clusterCopy = z.object({
  format: z.literal(1),
  clusterUuid: uuid,
  capiName: z.string(),
  takenAt: instant,
  objects: z.array(wholeObject),
});
export type ClusterCopy = z.infer<typeof clusterCopy>;

const nodeRef = z.object({ nodeRef: z.object({ name: z.string() }) });
const provisioned = z.object({ infrastructureReady: z.literal(true), controlPlaneReady: z.literal(true) });

/**
 * The reason why the objects cannot be copied now. Undefined if they can be copied. As with `clusterctl move`, the
 * cluster must be completely created, and every machine must have become a node. Otherwise a restore would lose
 * machines that were being created, and create machines again that were being deleted.
 */
export function copyBlocker(objects: readonly WholeObject[]): string | undefined {
  const cluster = objects.find(({ kind }) => kind === 'Cluster');
  if (!cluster) return 'The management cluster does not have the cluster.';
  const leaving = objects.find(({ metadata }) => metadata.deletionTimestamp !== undefined);
  if (leaving) return `${leaving.kind} ${leaving.metadata.name} is being deleted.`;
  if (!provisioned.safeParse(cluster.status).success) return 'Cluster API has not made the cluster yet.';
  const early = objects.find(({ kind, status }) => kind === 'Machine' && !nodeRef.safeParse(status).success);
  return early && `Machine ${early.metadata.name} is not a node yet.`;
}

/**
 * The object without the fields that the API server sets: status, versions and times. The uid stays, because owner
 * references name it.
 */
export function copiedObject({ status: _status, metadata, ...fields }: WholeObject): WholeObject {
  const { name, uid, labels, annotations, finalizers, ownerReferences } = metadata;
  return { ...fields, metadata: { name, uid, labels, annotations, finalizers, ownerReferences } };
}
