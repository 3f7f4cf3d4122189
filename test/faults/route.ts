export const ORDER_PHASES = ['order', 'creation', 'deletion'] as const;
export const NODE_PHASES = ['add-agent', 'delete-agent', 'add-server', 'delete-server'] as const;
export const REPLACEMENT_PHASES = ['replace-agent', 'replace-server'] as const;
export const UPGRADE_PHASES = ['upgrade-check', 'upgrade'] as const;
export const HIBERNATION_PHASES = ['hibernate', 'wake'] as const;
export const ROTATION_PHASES = ['rotation-check', 'rotation'] as const;
export const APP_PHASES = [
  ...(['app-creation-check', 'app-creation', 'app-update-check', 'app-update'] as const),
  ...(['app-rollback', 'app-deletion'] as const),
] as const;
/**
 * Phases of a cluster with pools: one more machine in a pool, the deletion of a chosen machine, and the replacement of
 * all machines.
 */
export const POOL_PHASES = [
  ...(['scale-up-check', 'scale-up', 'scale-down-check', 'scale-down'] as const),
  ...(['roll-check', 'roll'] as const),
] as const;
export const CLUSTER_CHANGE_PHASES = [
  ...(['resize-check', 'resize', 'newer-version-check', 'newer-version'] as const),
] as const;
export type ClusterChangePhase = (typeof CLUSTER_CHANGE_PHASES)[number];
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
 * Patterns of path segments that belong to one cluster, tenant or revision, such as uuids, Rancher's ids and the names
 * of Helm's Secrets.
 */
const OWN = [
  /[0-9a-f]{32}/,
  /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/,
  /^(c-m|c|p|prtb|token|kubeconfig-u|registryconfig-auth|u|grb)-[a-z0-9]/,
  /^custom-[0-9a-f]{12}$/,
  /^helm-operation-[a-z0-9]+$/,
  /^sh\.helm\.release\.v1\./,
];

/** The name of a cluster in Cluster API. The names of the cluster's objects begin with this name. */
const OWN_START = /^kube-[a-z0-9]{10}(?=-|$)/;

/** Rancher derives the names of a cluster's objects from `clusterName`. */
export function routeOf(path: string, clusterName: string): string {
  const isOwn = (segment: string) => segment.includes(clusterName) || OWN.some((pattern) => pattern.test(segment));
  return path
    .split('/')
    .map((segment) => (isOwn(decodeURIComponent(segment)) ? '*' : segment.replace(OWN_START, '*')))
    .join('/');
}

/**
 * The regular expression that matches exactly the paths of a route, also with a query. It does not match paths with
 * further segments.
 */
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

/** The service that serves a simulator's route, by the name that operators use, e.g. Nova. */
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
