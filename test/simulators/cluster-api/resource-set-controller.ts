import { createHash } from 'node:crypto';
import { CONFIG_MAPS, SECRETS } from '../kubernetes/core-resources.ts';
import { fieldAt, type KubernetesObject } from '../kubernetes/objects/kubernetes-objects.ts';
import { RESOURCE_SET_BINDINGS, RESOURCE_SETS } from './kinds.ts';
import { listAt, type Management, ownerReference, recordAt, textAt } from './management.ts';

export const RESOURCE_SET_TYPE = 'addons.cluster.x-k8s.io/resource-set';
type Resource = { kind: string; name: string; hash: string; lastAppliedTime: string; applied: boolean };

/** The hash of all values in the object's `data`, in the order of their keys. Values of a Secret are decoded first. */
function hashOf({ kind, ...object }: KubernetesObject): string {
  const hash = createHash('sha256');
  for (const [, value] of Object.entries(recordAt(object, 'data')).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(kind === 'Secret' ? Buffer.from(String(value), 'base64') : String(value));
  }
  return `sha256:${hash.digest('hex')}`;
}

function selects(set: KubernetesObject, cluster: KubernetesObject): boolean {
  const wanted = Object.entries(recordAt(set, 'spec.clusterSelector.matchLabels'));
  return wanted.length > 0 && wanted.every(([key, value]) => cluster.metadata.labels?.[key] === value);
}

/**
 * The resources of a set, as the cluster's binding shows them. An unchanged resource keeps the time at which it was
 * last applied.
 */
function applied(world: Management, set: KubernetesObject, before: readonly unknown[]): Resource[] {
  const { namespace = '' } = set.metadata;
  const isOnce = textAt(set, 'spec.strategy') === 'ApplyOnce';
  const lastAppliedTime = `${new Date(world.clock.now()).toISOString().slice(0, 19)}Z`;
  return listAt(set, 'spec.resources').flatMap((one) => {
    const [kind = '', name = ''] = ['kind', 'name'].map((field) => textAt(one, field));
    const found = world.find(kind === 'Secret' ? SECRETS : CONFIG_MAPS, namespace, name);
    if (!found || (kind === 'Secret' && fieldAt(found, 'type') !== RESOURCE_SET_TYPE)) return [];
    const hash = hashOf(found);
    const old = before.find((it) => textAt(it, 'kind') === kind && textAt(it, 'name') === name);
    const oldHash = textAt(old, 'hash');
    const time = textAt(old, 'lastAppliedTime');
    if (oldHash !== undefined && time !== undefined && (isOnce || oldHash === hash)) {
      return [{ kind, name, hash: oldHash, lastAppliedTime: time, applied: true }];
    }
    return [{ kind, name, hash, lastAppliedTime, applied: true }];
  });
}

/**
 * Applies the resource sets that select a cluster, once its control plane is ready. The cluster's binding shows the
 * applied resources. The effect of the resources inside the cluster is not simulated.
 */
export function reconcileResourceSets(world: Management, cluster: KubernetesObject): void {
  const { namespace = '', name } = cluster.metadata;
  if (fieldAt(cluster, 'status.controlPlaneReady') !== true) return;
  const sets = world.list(RESOURCE_SETS, namespace).filter((set) => selects(set, cluster));
  if (sets.length === 0) return;
  const found = world.find(RESOURCE_SET_BINDINGS, namespace, name);
  const old = listAt(found, 'spec.bindings');
  const bindings = sets.map((set) => {
    const clusterResourceSetName = set.metadata.name;
    const before = old.find((one) => textAt(one, 'clusterResourceSetName') === clusterResourceSetName);
    return { clusterResourceSetName, resources: applied(world, set, listAt(before, 'resources')) };
  });
  const spec = { bindings, clusterName: name };
  if (!found) world.create(RESOURCE_SET_BINDINGS, { name, namespace, body: { spec } });
  const binding = world.find(RESOURCE_SET_BINDINGS, namespace, name);
  const ownerReferences = sets.map((set) => {
    const { controller: _controller, blockOwnerDeletion: _blocks, ...owner } = ownerReference(set);
    return owner;
  });
  if (binding) world.update(binding, { spec, metadata: { ownerReferences } });
}
