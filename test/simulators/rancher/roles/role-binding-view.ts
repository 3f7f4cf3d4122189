import type { RancherContext } from '../_core/rancher-context.ts';
import type { RoleBinding } from '../_core/rancher-objects.ts';
import { isConnected } from '../_core/rancher-store.ts';
import { normanObject } from '../norman/norman-view.ts';

export const BINDINGS = {
  cluster: { resourceType: 'clusterRoleTemplateBinding', prefix: 'crtb', place: 'clusterId' },
  project: { resourceType: 'projectRoleTemplateBinding', prefix: 'prtb', place: 'projectId' },
} as const;

/**
 * Whether Rancher's controllers have processed the binding. They bind the role. If the binding names its user only by
 * id or only by principal, they add the other one.
 */
const isSynced = ({ createdAt }: RoleBinding, { clock, delays }: RancherContext): boolean =>
  clock.now() - Date.parse(createdAt) >= delays.bindingSync * delays.pace;

export function bindingView(context: RancherContext, binding: RoleBinding, baseUrl: string) {
  const { id, kind, name, placeId, roleTemplateId, groupPrincipalId, createdAt, removedAt, creatorId, uid } = binding;
  const { resourceType, place, prefix } = BINDINGS[kind];
  const isDone = isSynced(binding, context);
  const clusterId = placeId.split(':')[0] ?? '';
  const isDoneInside = isDone && isConnected(context.store, clusterId);
  const isByRancher = creatorId === undefined || creatorId === null;
  return normanObject(baseUrl, {
    ...{ type: resourceType, collection: `${resourceType}s`, id, uuid: uid, name, namespaceId: null },
    ...{ created: createdAt, removed: removedAt, creatorId: creatorId ?? null },
    ...{ [place]: placeId, roleTemplateId, groupId: null, groupPrincipalId: groupPrincipalId || null },
    ...subjectOf(binding, isDone, context),
    labels: {
      ...(isDone && { 'auth.management.cattle.io/crb-rb-labels-updated': 'true' }),
      ...(isDoneInside && { 'authz.cluster.cattle.io/crb-rb-labels-updated': 'true' }),
      ...(!isByRancher && { 'cattle.io/creator': 'norman' }),
    },
    annotations: {
      ...(isByRancher && { 'authz.management.cattle.io/creator-owner-binding': 'true' }),
      ...(isDone && { [`lifecycle.cattle.io/create.mgmt-auth-${prefix}-controller`]: 'true' }),
      ...(isDoneInside && { [`lifecycle.cattle.io/create.cluster-${prefix}-sync_${clusterId}`]: 'true' }),
    },
    ...(isDone && kind === 'cluster' && { status: statusOf(createdAt) }),
  });
}

function subjectOf({ userId, userPrincipalId }: RoleBinding, isDone: boolean, { store }: RancherContext) {
  const ofPrincipal = userPrincipalId.split('://')[1] ?? '';
  return {
    userId: userId || (isDone && store.users.has(ofPrincipal) ? ofPrincipal : null),
    userPrincipalId: userPrincipalId || (isDone && store.users.has(userId) ? `local://${userId}` : null),
  };
}

function statusOf(createdAt: string) {
  const time = createdAt.replace(/\.\d+/, '');
  const condition = (type: string) => ({
    ...{ type, reason: type, status: 'True', message: '', lastTransitionTime: time },
  });
  return {
    localConditions: ['SubjectExists', 'LabelsReconciled', 'BindingExists'].map(condition),
    ...{ summaryLocal: 'Completed', observedGenerationLocal: 2, observedGenerationRemote: 0, lastUpdateTime: time },
    type: '/v3/schemas/clusterRoleTemplateBindingStatus',
  };
}
