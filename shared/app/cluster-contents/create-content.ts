import type { Uuid } from '#shared/domain/_core/identifier';
import { type ClusterContent, contentUuid } from '#shared/domain/cluster-contents/cluster-content';
import type { ContentType } from '#shared/domain/cluster-contents/content-type';
import { collectionOf, type KubernetesObject } from '#shared/domain/cluster-contents/kubernetes-object';
import { newObject } from '#shared/domain/cluster-contents/new-contents';
import type { Caller } from '#shared/domain/organizations/caller';
import { Conflict } from '#shared/errors';
import { withTimeout } from '../_core/with-timeout.ts';
import { inCallersWords } from './kubernetes-words.ts';
import { assertWritable, type ContentCollection, type ContentDeps, openAsCaller } from './open-content.ts';
import { recordContent } from './record-content.ts';
import { recordedChange } from './recorded-change.ts';

const CREATE_MS = 10_000;

export type Creation = {
  clusterUuid: Uuid;
  type: ContentType;
  name: string;
  /** The name of the namespace in which the object is. Undefined for an object that is itself a namespace. */
  namespace?: string;
  /** Makes the fields of the object except its type, name and namespace. Called after all other checks. */
  decide(): Parameters<typeof newObject>[1];
};

/**
 * Creates an object in a cluster and returns its record. Throws a Conflict (409) if an object of this name exists. The
 * existing object is never taken over.
 */
export async function createContent(
  deps: ContentDeps,
  caller: Caller,
  { kind, model }: ContentCollection,
  { clusterUuid, type, name, namespace, decide }: Creation,
): Promise<ClusterContent> {
  const cluster = await deps.store.clusters.get(clusterUuid);
  assertWritable(deps, caller, cluster, { kind, action: 'content.create' });
  const place = { type, name, ...(namespace !== undefined && { namespace }) };
  const object: KubernetesObject = newObject(place, decide());
  const open = await openAsCaller(deps, caller, cluster, kind);
  const backendId = namespace === undefined ? name : `${namespace}/${name}`;
  const content = { uuid: contentUuid(clusterUuid, type, backendId), name, namespaceName: namespace ?? '' };
  return withTimeout(CREATE_MS, async () => {
    const into = collectionOf(type, namespace);
    const make = () => inCallersWords(open.rancher.createObject(cluster.backendId, into, object));
    await recordedChange(deps, open, { eventType: 'cluster_content_created', title: model, content }, make);
    const recorded = await recordContent(deps, open, { type, backendId });
    if (recorded === undefined)
      throw new Conflict(`${model} ${name} was created, but in a namespace that Paddock does not list.`);
    return recorded;
  });
}
