import { randomUUID } from 'node:crypto';
import type { RoleTemplate } from '../_core/rancher-objects.ts';

type Builtin = [context: RoleTemplate['context'], id: string, name: string, marks?: Partial<RoleTemplate>];
const OF_KUBERNETES = { hidden: true, external: true };

/** The rules of the role `workloads-manage`. The rules of Rancher's other roles are not simulated. */
const WORKLOADS = [
  {
    apiGroups: [''],
    resources: [
      ...['pods', 'pods/attach', 'pods/exec', 'pods/portforward', 'pods/proxy'],
      ...['replicationcontrollers', 'replicationcontrollers/scale'],
    ],
    verbs: ['*'],
  },
  {
    apiGroups: ['apps'],
    resources: ['daemonsets', 'deployments', 'deployments/scale', 'replicasets', 'replicasets/scale', 'statefulsets'],
    verbs: ['*'],
  },
  { apiGroups: ['autoscaling'], resources: ['horizontalpodautoscalers'], verbs: ['*'] },
  { apiGroups: ['batch'], resources: ['cronjobs', 'jobs'], verbs: ['*'] },
  {
    apiGroups: [''],
    resources: ['limitranges', 'pods/log', 'pods/status', 'resourcequotas', 'resourcequotas/status'],
    verbs: ['get', 'list', 'watch'],
  },
];

/** The roles of Kubernetes itself are hidden and external, because Rancher does not define their rules. */
const ROLES: Builtin[] = [
  ['project', 'admin', 'Kubernetes admin', OF_KUBERNETES],
  ['cluster', 'backups-manage', 'Manage Cluster Backups'],
  ['cluster', 'cluster-admin', 'Kubernetes cluster-admin', { ...OF_KUBERNETES, administrative: true }],
  ['cluster', 'cluster-member', 'Cluster Member'],
  ['cluster', 'cluster-owner', 'Cluster Owner', { administrative: true, clusterCreatorDefault: true }],
  ['cluster', 'clustercatalogs-manage', 'Manage Cluster Catalogs', { administrative: true }],
  ['cluster', 'clustercatalogs-view', 'View Cluster Catalogs'],
  ['cluster', 'clusterroletemplatebindings-manage', 'Manage Cluster Members'],
  ['cluster', 'clusterroletemplatebindings-view', 'View Cluster Members'],
  ['project', 'configmaps-manage', 'Manage Config Maps'],
  ['project', 'configmaps-view', 'View Config Maps'],
  ['project', 'create-ns', 'Create Namespaces'],
  ['project', 'edit', 'Kubernetes edit', OF_KUBERNETES],
  ['project', 'ingress-manage', 'Manage Ingress'],
  ['project', 'ingress-view', 'View Ingress'],
  ['project', 'monitoring-ui-view', 'View Monitoring', { external: true }],
  ['cluster', 'navlinks-manage', 'Manage Navlinks'],
  ['project', 'navlinks-view', 'View Navlinks'],
  ['cluster', 'nodes-manage', 'Manage Nodes'],
  ['cluster', 'nodes-view', 'View Nodes'],
  ['project', 'persistentvolumeclaims-manage', 'Manage Volumes'],
  ['project', 'persistentvolumeclaims-view', 'View Volumes'],
  ['project', 'project-member', 'Project Member', { roleTemplateIds: ['edit'] }],
  ['project', 'project-monitoring-readonly', 'Project Monitoring View Role', { hidden: true }],
  ['project', 'project-owner', 'Project Owner', { projectCreatorDefault: true, roleTemplateIds: ['admin'] }],
  ['project', 'projectroletemplatebindings-manage', 'Manage Project Members'],
  ['project', 'projectroletemplatebindings-view', 'View Project Members'],
  ['cluster', 'projects-create', 'Create Projects'],
  ['cluster', 'projects-view', 'View All Projects'],
  ['project', 'read-only', 'Read-only', { roleTemplateIds: ['view'] }],
  ['project', 'secrets-manage', 'Manage Secrets'],
  ['project', 'secrets-view', 'View Secrets'],
  ['project', 'serviceaccounts-manage', 'Manage Service Accounts'],
  ['project', 'serviceaccounts-view', 'View Service Accounts'],
  ['project', 'services-manage', 'Manage Services'],
  ['project', 'services-view', 'View Services'],
  ['cluster', 'storage-manage', 'Manage Storage'],
  ['project', 'view', 'Kubernetes view', OF_KUBERNETES],
  ['project', 'workloads-manage', 'Manage Workloads', { rules: WORKLOADS }],
  ['project', 'workloads-view', 'View Workloads'],
];
/**
 * Marks the roles that became creator defaults at the installation of Rancher. Rancher does not overwrite a later
 * choice for a marked role.
 */
const FIRST_DEFAULT = { 'authz.management.cattle.io/bootstrapped-role': 'true' };
const INSTALLED_AT = '2026-01-01T00:00:00Z';

export const builtinRoles = (): Map<string, RoleTemplate> =>
  new Map(ROLES.map(([context, id, name, marks]) => [id, builtinRole(context, id, name, marks)]));

const builtinRole = (...[context, id, name, marks]: Builtin): RoleTemplate => ({
  ...{ id, name, context, builtin: true, locked: false, description: '', creatorId: null },
  ...{ hidden: false, external: false, administrative: false },
  ...{ clusterCreatorDefault: false, projectCreatorDefault: false },
  ...{ roleTemplateIds: [], createdAt: INSTALLED_AT, uid: randomUUID() },
  labels: { 'authz.management.cattle.io/bootstrapping': 'default-roletemplate' },
  annotations: {
    'lifecycle.cattle.io/create.mgmt-auth-roletemplate-lifecycle': 'true',
    ...((marks?.clusterCreatorDefault || marks?.projectCreatorDefault) && FIRST_DEFAULT),
  },
  ...marks,
});
