/** Phases of an order: the check, the creation of the cluster, and its deletion. */
export const ORDER_PHASES = ['order', 'creation', 'deletion'] as const;
/** Phases of an existing cluster: a node is added, and the same node is deleted. */
export const NODE_PHASES = ['add-agent', 'delete-agent', 'add-server', 'delete-server'] as const;
/** Phases of an existing cluster: a node is replaced by a new one. */
export const REPLACEMENT_PHASES = ['replace-agent', 'replace-server'] as const;
/** Phases of an existing cluster: an upgrade of Kubernetes is checked, then carried out. */
export const UPGRADE_PHASES = ['upgrade-check', 'upgrade'] as const;
/** Phases of an existing cluster: all its machines are stopped, then started again. */
export const HIBERNATION_PHASES = ['hibernate', 'wake'] as const;
/** Phases of an existing cluster: a rotation of its certificates is checked, then carried out. */
export const ROTATION_PHASES = ['rotation-check', 'rotation'] as const;
/**
 * Phases of an application in an existing cluster. An installation and an upgrade are each checked, then carried out.
 */
export const APP_PHASES = [
  ...(['app-creation-check', 'app-creation', 'app-update-check', 'app-update'] as const),
  ...(['app-rollback', 'app-deletion'] as const),
] as const;
/**
 * Phases of a cluster with pools: a pool gets one more machine, loses a chosen one, then gets all machines replaced.
 */
export const POOL_PHASES = [
  ...(['scale-up-check', 'scale-up', 'scale-down-check', 'scale-down'] as const),
  ...(['roll-check', 'roll'] as const),
] as const;
/** Phases of a cluster of Cluster API: it gets one more worker, then a newer Kubernetes version. */
export const CLUSTER_CHANGE_PHASES = [
  ...(['resize-check', 'resize', 'newer-version-check', 'newer-version'] as const),
] as const;
export type ClusterChangePhase = (typeof CLUSTER_CHANGE_PHASES)[number];
/**
 * Phases of a project in a shared cluster: it is created, gets new limits, gains and loses a member, and is deleted.
 */
export const PROJECT_PHASES = ['project-creation', 'project-update', 'project-members', 'project-deletion'] as const;
export type ProjectPhase = (typeof PROJECT_PHASES)[number];
export type PoolPhase = (typeof POOL_PHASES)[number];
export type RotationPhase = (typeof ROTATION_PHASES)[number];
export type AppPhase = (typeof APP_PHASES)[number];
export type HibernationPhase = (typeof HIBERNATION_PHASES)[number];
export type NodePhase = (typeof NODE_PHASES)[number] | (typeof REPLACEMENT_PHASES)[number];
export type Phase =
  | (typeof ORDER_PHASES)[number]
  | NodePhase
  | (typeof UPGRADE_PHASES)[number]
  | HibernationPhase
  | RotationPhase
  | AppPhase
  | PoolPhase
  | ClusterChangePhase
  | ProjectPhase;
export const isPoolPhase = (phase: Phase): phase is PoolPhase => POOL_PHASES.some((one) => one === phase);
export const isClusterChangePhase = (phase: Phase): phase is ClusterChangePhase =>
  CLUSTER_CHANGE_PHASES.some((one) => one === phase);
export const isProjectPhase = (phase: Phase): phase is ProjectPhase => PROJECT_PHASES.some((one) => one === phase);
export const isRotationPhase = (phase: Phase): phase is RotationPhase => ROTATION_PHASES.some((one) => one === phase);
export const isAppPhase = (phase: Phase): phase is AppPhase => APP_PHASES.some((one) => one === phase);
export const isHibernationPhase = (phase: Phase): phase is HibernationPhase =>
  HIBERNATION_PHASES.some((one) => one === phase);
export const isUpgradePhase = (phase: Phase): phase is (typeof UPGRADE_PHASES)[number] =>
  UPGRADE_PHASES.some((one) => one === phase);
export const isNodePhase = (phase: Phase): phase is NodePhase =>
  [...NODE_PHASES, ...REPLACEMENT_PHASES].some((one) => one === phase);
/**
 * The method and path of a request in the fault matrix. In the path, `*` stands for a segment that differs for every
 * cluster.
 */
export type Route = { method: string; route: string };

/**
 * Ids and names of one cluster, tenant or revision: uuids with and without dashes, Rancher's ids, generated suffixes,
 * and Helm's Secrets.
 */
const OWN = [
  /[0-9a-f]{32}/,
  /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/,
  /^(c-m|c|p|prtb|token|kubeconfig-u|registryconfig-auth|u|grb)-[a-z0-9]/,
  /^custom-[0-9a-f]{12}$/,
  /^helm-operation-[a-z0-9]+$/,
  /^sh\.helm\.release\.v1\./,
];

/** The prefix that the names of a cluster's objects share in Cluster API. */
const OWN_START = /^kube-[a-z0-9]{10}(?=-|$)/;

/** `clusterName` is the name in the order. Rancher's objects have names derived from it. */
export function routeOf(path: string, clusterName: string): string {
  const isOwn = (segment: string) => segment.includes(clusterName) || OWN.some((pattern) => pattern.test(segment));
  return path
    .split('/')
    .map((segment) => (isOwn(decodeURIComponent(segment)) ? '*' : segment.replace(OWN_START, '*')))
    .join('/');
}

/** The regular expression of a route for a fault in a simulator. Longer paths do not match. */
export function patternOf(route: string): string {
  const path = route
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/?]+');
  return `^${path}(\\?|$)`;
}

const OPENSTACK = {
  ...{ identity: 'Keystone', compute: 'Nova', network: 'Neutron', volume: 'Cinder', image: 'Glance' },
  'load-balancer': 'Octavia',
};
const OTHERS = {
  ...{ rancher: 'Rancher', keycloak: 'Keycloak', vault: 'Vault', argocd: 'Kubernetes' },
  'cluster-api': 'Cluster API',
};

/** The operators' name for the service that serves a simulator's route. */
export function serviceOf({
  simulator,
  route,
}: {
  simulator: keyof typeof OTHERS | 'openstack';
  route: string;
}): string {
  if (simulator !== 'openstack') return OTHERS[simulator];
  const found = Object.entries(OPENSTACK).find(([part]) => route.startsWith(`/${part}/`));
  if (!found) throw new Error(`${route} is of no service of OpenStack that is known here`);
  return found[1];
}
