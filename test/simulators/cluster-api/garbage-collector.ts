import { isRecord, type KubernetesObject } from '../kubernetes/objects/kubernetes-objects.ts';
import { isLeaving, isOwnedBy, type Management, ownersOf } from './management.ts';

/** The finalizer of an object that stays until the objects it owns are gone. */
const FOREGROUND = 'foregroundDeletion';

const blocks = ({ metadata }: KubernetesObject, owner: KubernetesObject): boolean =>
  (metadata.ownerReferences ?? []).some(
    (one) => isRecord(one) && one.uid === owner.metadata.uid && one.blockOwnerDeletion === true,
  );

const everythingIn = ({ context }: Management): KubernetesObject[] =>
  context.resources.flatMap((resource) => context.shelf.list(resource));

/**
 * Deletes the objects of an owner that is in foreground deletion. Releases the owner once none of these objects is
 * left.
 */
function emptyOwner(world: Management, owner: KubernetesObject, all: readonly KubernetesObject[]): void {
  for (const one of all) if (isOwnedBy(one, owner) && !isLeaving(one)) world.remove(one);
  if (everythingIn(world).some((one) => blocks(one, owner))) return;
  const { finalizers = [] } = owner.metadata;
  world.update(owner, { metadata: { finalizers: finalizers.filter((one) => one !== FOREGROUND) } });
}

/**
 * Kubernetes' garbage collector. It deletes an object once the last owner of the object is gone. A foreground deletion
 * deletes the owned objects first, and the owner last.
 */
export function collectGarbage(world: Management): void {
  const all = everythingIn(world);
  const present = new Set(all.map(({ metadata }) => metadata.uid));
  const isOrphan = (owners: string[]) => owners.length > 0 && !owners.some((uid) => present.has(uid));
  for (const object of all) if (isOrphan(ownersOf(object)) && !isLeaving(object)) world.remove(object);
  const waiting = all.filter((one) => isLeaving(one) && one.metadata.finalizers?.includes(FOREGROUND));
  for (const owner of waiting) emptyOwner(world, owner, all);
}
