/**
 * The verbs of Kubernetes, and two of Rancher's own for projects: `manage-namespaces` is the right to put namespaces into
 * the project, `updatepsa` the right to set Pod Security in its namespaces.
 */
export const VERBS = ['get', 'list', 'create', 'update', 'patch', 'delete', 'manage-namespaces', 'updatepsa'] as const;
/** `*` in a rule means all verbs. */
export type Verb = (typeof VERBS)[number];
/** The Kubernetes role that a Rancher role gives inside its cluster, or inside the namespaces of its project. */
export type InsideRole = 'cluster-admin' | 'admin' | 'edit' | 'view' | 'member';
/**
 * The verbs and resources of one rule. Resources of management.cattle.io are plain plurals; all other resources have
 * their API group.
 */
export type Rule = readonly [verbs: readonly (Verb | '*')[], ...resources: string[]];

const ALL = ['*'] as const;
const READ = ['get', 'list'] as const;
const CREATE = ['create'] as const;
const PROVISIONING = 'provisioning.cattle.io.clusters';
const MACHINES = 'cluster.x-k8s.io.machines';
const MACHINE_CONFIGS = 'rke-machine-config.cattle.io.openstackconfigs';
const CLUSTER_BINDINGS = 'clusterroletemplatebindings';
const PROJECT_BINDINGS = 'projectroletemplatebindings';

export const GLOBAL_ROLES: Record<string, readonly Rule[]> = {
  admin: [[ALL, '*']],
  user: [
    [READ, 'settings', 'features', 'principals', 'roletemplates', 'nodedrivers', 'kontainerdrivers'],
    [ALL, 'preferences'],
    [CREATE, 'clusters', PROVISIONING, 'secrets', MACHINE_CONFIGS],
  ],
  'user-base': [
    [READ, 'settings', 'features'],
    [ALL, 'preferences'],
  ],
  'clusters-create': [
    [READ, 'nodedrivers', 'kontainerdrivers'],
    [CREATE, 'clusters', PROVISIONING, 'secrets', MACHINE_CONFIGS],
  ],
  'users-manage': [
    [ALL, 'users', 'globalrolebindings'],
    [READ, 'globalroles'],
  ],
  'roles-manage': [[ALL, 'roletemplates']],
  'settings-manage': [[ALL, 'settings']],
  'features-manage': [[['get', 'list', 'update'], 'features']],
  'authn-manage': [[['get', 'list', 'update'], 'authconfigs']],
  'nodedrivers-manage': [[ALL, 'nodedrivers']],
  'kontainerdrivers-manage': [[ALL, 'kontainerdrivers']],
  'proxy-endpoints-manage': [[ALL, 'proxyendpoints']],
  'view-rancher-metrics': [],
};

export interface PlaceRole {
  rules: readonly Rule[];
  inside: InsideRole;
  /** Rules of a role in a project that hold at the API server of the whole cluster. */
  inCluster?: readonly Rule[];
}

export const PLACE_ROLES: Record<string, PlaceRole> = {
  'cluster-owner': { rules: [[ALL, '*']], inside: 'cluster-admin' },
  'cluster-admin': { rules: [], inside: 'cluster-admin' },
  'cluster-member': {
    rules: [
      [READ, CLUSTER_BINDINGS, 'nodes', MACHINES],
      [CREATE, 'projects'],
    ],
    inside: 'member',
  },
  'projects-create': { rules: [[CREATE, 'projects']], inside: 'member' },
  'projects-view': { rules: [[READ, 'projects', PROJECT_BINDINGS, 'namespaces']], inside: 'view' },
  'nodes-view': { rules: [[READ, 'nodes', MACHINES]], inside: 'member' },
  'nodes-manage': { rules: [[ALL, 'nodes', MACHINES]], inside: 'member' },
  'clusterroletemplatebindings-view': { rules: [[READ, CLUSTER_BINDINGS]], inside: 'member' },
  'clusterroletemplatebindings-manage': { rules: [[ALL, CLUSTER_BINDINGS]], inside: 'member' },
  'project-owner': {
    rules: [
      [[...READ, 'create', 'update', 'patch', 'delete', 'manage-namespaces'], 'projects'],
      [ALL, PROJECT_BINDINGS, 'namespaces'],
    ],
    inside: 'admin',
    inCluster: [
      [CREATE, 'namespaces'],
      [READ, 'nodes'],
    ],
  },
  'project-member': {
    rules: [
      [READ, PROJECT_BINDINGS],
      [['manage-namespaces'], 'projects'],
      [ALL, 'namespaces'],
    ],
    inside: 'edit',
    inCluster: [[CREATE, 'namespaces']],
  },
  'create-ns': { rules: [], inside: 'member', inCluster: [[CREATE, 'namespaces']] },
  'read-only': { rules: [[READ, PROJECT_BINDINGS, 'namespaces']], inside: 'view' },
  'projectroletemplatebindings-view': { rules: [[READ, PROJECT_BINDINGS]], inside: 'member' },
  'projectroletemplatebindings-manage': { rules: [[ALL, PROJECT_BINDINGS]], inside: 'member' },
  admin: { rules: [[READ, 'namespaces']], inside: 'admin' },
  edit: { rules: [[READ, 'namespaces']], inside: 'edit' },
  view: { rules: [[READ, 'namespaces']], inside: 'view' },
};

/**
 * Resources outside all clusters and projects. A role in a cluster or project gives no right to them, even if its rule
 * is `*`.
 */
export const OF_ALL_RANCHER = [
  ...['authconfigs', 'features', 'globalrolebindings', 'globalroles', 'kontainerdrivers', 'nodedrivers', 'preferences'],
  ...['principals', 'roletemplates', 'secrets', 'settings', 'tokens', 'users'],
];

/** Every role in a cluster or project also lets its holder read the cluster. */
export const CLUSTER_MEMBERSHIP: readonly Rule[] = [[READ, 'clusters', PROVISIONING]];
export const PROJECT_MEMBERSHIP: readonly Rule[] = [[READ, 'projects']];
