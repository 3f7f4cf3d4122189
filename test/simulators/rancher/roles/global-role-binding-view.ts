import type { RancherContext } from '../_core/rancher-context.ts';
import type { GlobalRoleBinding } from '../_core/rancher-objects.ts';
import { normanRecord } from '../norman/norman-record.ts';
import { uidOfGlobalRole } from './norman-global-roles.ts';

const RECONCILED: [type: string, reason: string][] = [
  ['SubjectReconciled', 'SubjectExists'],
  ...['ClusterPermissions', 'GlobalRoleBinding', 'NamespacedRoleBinding', 'InheritedNamespacedRoleBinding'].map(
    (what): [string, string] => [`${what}Reconciled`, `${what}Reconciled`],
  ),
];

/** Rancher's controller sets the status and the principal a short time after the binding was created. */
export function globalRoleBindingView({ clock, delays }: RancherContext, binding: GlobalRoleBinding, baseUrl: string) {
  const { id, globalRoleId, userId, groupPrincipalId, createdAt } = binding;
  const isReconciled = Date.parse(createdAt) + delays.roleSync * delays.pace <= clock.now();
  return normanRecord(`${baseUrl}/v3/globalRoleBindings`, 'globalRoleBinding', binding, {
    ...{ name: id, globalRoleId, userId: userId || null, groupPrincipalId: groupPrincipalId || null },
    userPrincipalId: userId && isReconciled ? `local://${userId}` : null,
    labels: { 'cattle.io/creator': 'norman' },
    annotations: {
      'cleanup.cattle.io/grbUpgradeCluster': 'true',
      ...(isReconciled && { 'lifecycle.cattle.io/create.mgmt-auth-grb-controller': 'true' }),
    },
    ownerReferences: [
      {
        ...{ apiVersion: 'management.cattle.io/v3', kind: 'GlobalRole', name: globalRoleId },
        ...{ type: '/v3/schemas/ownerReference', uid: uidOfGlobalRole(globalRoleId) },
      },
    ],
    ...(isReconciled && { status: statusAt(createdAt) }),
  });
}

function statusAt(time: string) {
  return {
    lastUpdateTime: time,
    localConditions: RECONCILED.map(([type, reason]) => ({
      ...{ type, status: 'True', reason, message: '', lastTransitionTime: time },
    })),
    ...{ observedGenerationLocal: 1, observedGenerationRemote: 0 },
    ...{ summary: 'Completed', summaryLocal: 'Completed', type: '/v3/schemas/globalRoleBindingStatus' },
  };
}
