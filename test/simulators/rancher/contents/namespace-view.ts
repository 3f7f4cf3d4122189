import type { ContentObject } from '../_core/rancher-objects.ts';
import { CREATOR, PROJECT, QUOTA } from './content-types.ts';
import { limitsOf } from './namespace-quota.ts';
import { pendingMessage } from './namespace-status.ts';

const DESCRIPTION = 'field.cattle.io/description';
export const CONTAINER_LIMIT = 'field.cattle.io/containerDefaultResourceLimit';
/** Annotations that norman shows as fields. */
const AS_FIELDS = [PROJECT, QUOTA, CREATOR, DESCRIPTION, CONTAINER_LIMIT];

function stateOf({ annotations, meta }: ContentObject) {
  if (meta?.deletionTimestamp) return { state: 'removing', transitioning: 'yes', transitioningMessage: '' };
  const message = pendingMessage(annotations);
  if (message === undefined) return { state: 'active', transitioning: 'no', transitioningMessage: '' };
  return { state: 'activating', transitioning: 'yes', transitioningMessage: message };
}

/**
 * A namespace as `/v3/clusters/<id>/namespaces` shows it. Only callers who may move the namespace see the action
 * `move`.
 */
export function namespaceView(namespace: ContentObject, { baseUrl, canMove }: { baseUrl: string; canMove: boolean }) {
  const { clusterId, name, uid, labels, annotations, createdAt, meta } = namespace;
  const self = `${baseUrl}/v3/cluster/${clusterId}/namespaces/${name}`;
  const shown = Object.entries(annotations).filter(([key]) => !AS_FIELDS.includes(key));
  const { [QUOTA]: quota, [CONTAINER_LIMIT]: container, [DESCRIPTION]: description } = annotations;
  const limit = quota === undefined ? undefined : limitsOf(JSON.parse(quota));
  const removed = meta?.deletionTimestamp;
  return {
    ...(canMove && { actions: { move: `${self}?action=move` } }),
    ...{ annotations: Object.fromEntries(shown), baseType: 'namespace' },
    ...(container !== undefined && { containerDefaultResourceLimit: JSON.parse(container) }),
    ...{ created: createdAt, createdTS: Date.parse(createdAt), creatorId: annotations[CREATOR] ?? null },
    ...(description !== undefined && { description }),
    ...{ id: name, labels, links: { remove: self, self, update: self, yaml: `${self}/yaml` }, name },
    projectId: annotations[PROJECT] ?? null,
    ...(removed && { removed, removedTS: Date.parse(removed) }),
    ...(limit && { resourceQuota: { limit } }),
    ...stateOf(namespace),
    ...{ type: 'namespace', uuid: uid },
  };
}
