import { KINDS } from '../kubernetes-object.ts';
import type { ObjectToCreate, WholeObject } from './whole-object.ts';

/**
 * Annotation of a restored Cluster. Its value is the version of the copy from which the Cluster was restored. An
 * interrupted restore continues only if the Cluster is paused and has this annotation with the same version.
 */
export const RESTORED_FROM = 'paddock.cloud/restored-from';

/**
 * Kinds of objects to which other objects refer without an owner reference. Objects of these kinds are created in this
 * order, after the templates and before all other objects.
 */
const FIRST: readonly string[] = [
  KINDS.clusterClass.kind,
  KINDS.secret.kind,
  KINDS.configMap.kind,
  KINDS.clusterResourceSet.kind,
  KINDS.cluster.kind,
];
const rankOf = ({ kind }: WholeObject): number => {
  const rank = FIRST.indexOf(kind);
  if (rank >= 0) return rank + 1;
  return kind.endsWith('Template') ? 0 : FIRST.length + 1;
};

/**
 * The objects in the order in which they are created: owners first, because Kubernetes deletes an object if its owner
 * does not exist.
 */
export function inOrderOfOwners(objects: readonly WholeObject[]): WholeObject[] {
  const byUid = new Map(objects.map((object) => [object.metadata.uid, object]));
  const placed = new Set<WholeObject>();
  const place = (object: WholeObject, above: readonly WholeObject[] = []): void => {
    if (placed.has(object) || above.includes(object)) return;
    for (const { uid } of object.metadata.ownerReferences ?? []) {
      const owner = byUid.get(uid);
      if (owner) place(owner, [...above, object]);
    }
    placed.add(object);
  };
  for (const object of objects.toSorted((a, b) => rankOf(a) - rankOf(b))) place(object);
  return [...placed];
}

/**
 * Turns a copied object into the object that a restore creates. Owner references get the new uids of the owners.
 * References to owners that are not in the copy are left out, because Kubernetes would delete the object. The Cluster
 * is paused, so that Cluster API does nothing before all objects exist.
 * @param uids the new uids, by the uids in the copy
 * @param version the version of the copy. It is written into an annotation of the Cluster.
 */
export function restoredObject(
  { metadata, ...fields }: WholeObject,
  uids: ReadonlyMap<string, string>,
  version: string,
): ObjectToCreate {
  const { name, labels, annotations, finalizers, ownerReferences = [] } = metadata;
  const owners = ownerReferences.flatMap((owner) => {
    const uid = uids.get(owner.uid);
    return uid === undefined ? [] : [{ ...owner, uid }];
  });
  const common = { ...fields, metadata: { name, labels, annotations, finalizers, ownerReferences: owners } };
  if (fields.kind !== KINDS.cluster.kind) return common;
  const spec = { ...(fields.spec instanceof Object && fields.spec), paused: true };
  return {
    ...common,
    spec,
    metadata: { ...common.metadata, annotations: { ...annotations, [RESTORED_FROM]: version } },
  };
}
