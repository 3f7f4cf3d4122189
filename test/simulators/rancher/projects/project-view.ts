import type { RancherContext } from '../_core/rancher-context.ts';
import type { RancherProject } from '../_core/rancher-objects.ts';
import { isConnected } from '../_core/rancher-store.ts';
import { actionLinks, normanObject } from '../norman/norman-view.ts';
import { quotasView } from './project-quota.ts';

/** The types that norman serves below a project. */
const WITHIN = [
  ...['basicAuths', 'certificates', 'configMaps', 'cronJobs', 'daemonSets', 'deployments', 'dnsRecords'],
  ...['dockerCredentials', 'horizontalPodAutoscalers', 'ingresses', 'jobs', 'namespacedBasicAuths'],
  ...['namespacedCertificates', 'namespacedDockerCredentials', 'namespacedSecrets', 'namespacedServiceAccountTokens'],
  ...['namespacedSshAuths', 'persistentVolumeClaims', 'pods', 'projectNetworkPolicies', 'projectRoleTemplateBindings'],
  ...['replicaSets', 'replicationControllers', 'secrets', 'serviceAccountTokens', 'services', 'sshAuths'],
  ...['statefulSets', 'subscribe', 'workloads'],
];
const CONDITIONS = ['BackingNamespaceCreated', 'CreatorMadeOwner', 'InitialRolesPopulated'];
const CREATOR_ROLES = 'authz.management.cattle.io/creator-role-bindings';
const REMOVING = {
  ...{ state: 'removing', transitioning: 'yes', transitioningMessage: 'waiting on mgmt-project-rbac-remove' },
};

/** The namespace in Rancher's own cluster that holds the project's bindings. */
export const backingNamespaceOf = (projectId: string): string => projectId.replace(':', '-');

/** Whether Rancher's controllers are still configuring a new project or have finished. */
function ageOf({ createdAt }: RancherProject, { clock, delays }: Pick<RancherContext, 'clock' | 'delays'>) {
  const age = clock.now() - Date.parse(createdAt);
  const isReady = age >= delays.projectReady * delays.pace;
  return { isReady, isConfiguring: !isReady && age >= delays.projectConfigure * delays.pace };
}

export function projectView(context: RancherContext, project: RancherProject, baseUrl: string) {
  const { id, clusterId, name, description, uid, createdAt, removedAt, creatorId, labels, annotations } = project;
  const { isReady, isConfiguring } = ageOf(project, context);
  const isSynced = isReady && isConnected(context.store, clusterId);
  const path = `${baseUrl}/v3/projects/${id}`;
  const bound = { ...(isReady && { created: ['project-owner'] }), required: ['project-owner'] };
  return normanObject(baseUrl, {
    ...{ type: 'project', collection: 'projects', id, uuid: uid, name, clusterId, namespaceId: null },
    ...{ creatorId: creatorId ?? null, created: createdAt, removed: removedAt },
    ...(description !== '' && { description }),
    backingNamespace: backingNamespaceOf(id),
    links: Object.fromEntries(WITHIN.map((kind) => [kind, `${path}/${kind.toLowerCase()}`])),
    actions: actionLinks(baseUrl, `projects/${id}`, ['exportYaml']),
    labels: labels ?? {},
    annotations: {
      ...{ ...annotations, [CREATOR_ROLES]: JSON.stringify(bound) },
      ...(isReady && { 'lifecycle.cattle.io/create.mgmt-project-rbac-remove': 'true' }),
      ...(isSynced && { [`lifecycle.cattle.io/create.project-namespace-auth_${clusterId}`]: 'true' }),
    },
    ...((isReady || isConfiguring) && { conditions: conditionsOf(project, isReady) }),
    ...quotasView(project, project.usedLimit),
    ...(isConfiguring && { state: 'configuring', transitioning: 'yes' }),
    ...(removedAt && REMOVING),
  });
}

const conditionsOf = ({ createdAt }: RancherProject, isReady: boolean) =>
  CONDITIONS.map((type) => ({
    type,
    status: isReady || type !== 'CreatorMadeOwner' ? 'True' : 'Unknown',
    lastUpdateTime: createdAt.replace(/\.\d+/, ''),
  }));
