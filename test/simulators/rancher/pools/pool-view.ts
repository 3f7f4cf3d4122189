import { managedFields } from '../clusters/provisioning-view.ts';
import type { PoolKind } from './pool-kinds.ts';
import { idOf, type ObjectHead, type OwnerReference } from './pool-objects.ts';

export interface SteveState {
  name: string;
  message: string;
  transitioning: boolean;
  error: boolean;
}

/** The state of an object that has no problem and no change in progress. */
export const CURRENT: SteveState = {
  ...{ name: 'active', message: 'Resource is current', transitioning: false, error: false },
};

interface Shown {
  baseUrl: string;
  state?: SteveState;
  /** The object's fields outside the metadata, for example `spec` and `status`. */
  body: Record<string, unknown>;
}

export function poolView(kind: PoolKind, head: ObjectHead, { baseUrl, state = CURRENT, body }: Shown) {
  const id = idOf(head);
  const self = `${baseUrl}/v1/${kind.type}s/${id}`;
  const view = `${baseUrl}/apis/${kind.apiVersion}/namespaces/${head.namespace}/${kind.plural}/${head.name}`;
  return {
    ...{ id, type: kind.type, links: { patch: self, remove: self, self, update: self, view } },
    ...{ apiVersion: kind.apiVersion, kind: kind.kind },
    metadata: metadataOf(kind, head, head.deletedAt === undefined ? state : removing(state)),
    ...body,
  };
}

const removing = ({ message }: SteveState): SteveState => ({
  ...{ name: 'removing', message, transitioning: true, error: false },
});

function metadataOf(kind: PoolKind, head: ObjectHead, state: SteveState) {
  const { name, namespace, uid, generation, labels, annotations, finalizers, ownerReferences } = head;
  return {
    ...{ annotations, creationTimestamp: head.createdAt },
    ...(head.deletedAt !== undefined && { deletionGracePeriodSeconds: 0, deletionTimestamp: head.deletedAt }),
    fields: [name, head.createdAt],
    ...(finalizers.length > 0 && { finalizers }),
    ...(head.generateName && { generateName: head.generateName }),
    ...{ generation, labels, managedFields: managedFields(kind.apiVersion, head.createdAt), name, namespace },
    ...(ownerReferences.length > 0 && { ownerReferences }),
    relationships: ownerReferences.map((owner) => ownedBy(namespace, owner)),
    ...{ resourceVersion: String(head.resourceVersion), state, uid },
  };
}

const ownedBy = (namespace: string, { apiVersion, kind, name }: OwnerReference) => ({
  ...{ fromId: `${namespace}/${name}`, fromType: `${apiVersion.split('/')[0]}.${kind.toLowerCase()}` },
  ...{ rel: 'owner', state: 'active', message: 'Resource is current' },
});
