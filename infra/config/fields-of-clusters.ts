import { z } from 'zod';
import { DEFAULT_DEADLINES } from '#machines/deadlines';
import { siteSettings } from '#shared/domain/_core/site-settings';
import { healingPolicy } from '#shared/domain/reconciliation/healing-policy';
import { field } from './field.ts';

const site = siteSettings.shape;
const DEFAULT_HEALING = healingPolicy.parse({});
const share = (fallback: number) => z.number().min(0).max(1).default(fallback);
const upToADay = (fallback: number) => z.number().int().min(0).max(86_400).default(fallback);
const deadline = (fallback: number, until: string) =>
  field(z.number().int().min(60).max(86_400).default(fallback), `longest wait ${until}, in seconds`);

export const orderFields = {
  roleRequirement: field(
    site.roleRequirement,
    'the minimum of cores and memory for each role (Waldur’s ROLE_REQUIREMENT). The variable has JSON',
    { expects: '{server: {cpu: 2, ramMb: 4096}, agent: {cpu: 1, ramMb: 1024}} with whole numbers above 0' },
  ),
  currency: field(site.currency, 'the currency of prices, estimates and costs of usage', {
    expects: 'three capital letters, the ISO 4217 code of a currency',
  }),
  systemVolumeMinSizeGb: field(site.systemVolumeMinSizeGb, 'the smallest system volume, in GB'),
  readOnlyMode: field(
    site.readOnlyMode,
    'refuses orders (400), and changes of clusters, their nodes, contents and access (405). Timetables, end dates and autohealing do nothing. Running operations continue, and records can be read',
  ),
  disableSshKeyInjection: field(
    site.disableSshKeyInjection,
    'ignores the SSH keys of orders and of added nodes, without an error',
  ),
  disableDataVolumeCreation: field(
    site.disableDataVolumeCreation,
    'ignores the data volumes of orders and of added nodes, without an error',
  ),
  disableAutomanagementOfUsers: field(
    site.disableAutomanagementOfUsers,
    'stops the sync of roles to all Ranchers, even if an offering asks for it ([decision 30](decisions/0030-roles-are-followed-into-rancher-by-a-pass.md)). Existing accounts and roles stay',
  ),
};

/** Fields for the time that each phase of an operation may take (statemachines/deadlines.ts). */
export const deadlineFields = {
  rancherIdTimeoutSeconds: deadline(
    DEFAULT_DEADLINES.rancherId,
    'until Rancher has given a new cluster its id, or an added node its registration token',
  ),
  firstNodesTimeoutSeconds: deadline(DEFAULT_DEADLINES.firstNodes, 'until the servers and the first agent are active'),
  furtherNodesTimeoutSeconds: deadline(
    DEFAULT_DEADLINES.furtherNodes,
    'until the other agents, or an added node, are active',
  ),
  clusterActiveTimeoutSeconds: deadline(
    DEFAULT_DEADLINES.clusterActive,
    'until Rancher reports the cluster as active, after its nodes are active',
  ),
  poolsReadyTimeoutSeconds: deadline(
    DEFAULT_DEADLINES.poolsReady,
    'until all machines of a new cluster with machine pools are ready',
  ),
  poolsChangedTimeoutSeconds: deadline(
    DEFAULT_DEADLINES.poolsChanged,
    'until the machines of changed pools, or of a changed cluster of Cluster API, are ready. If the machines of several pools are replaced, each pool has this time',
  ),
  poolsGoneTimeoutSeconds: deadline(
    DEFAULT_DEADLINES.poolsGone,
    'until Rancher has deleted a cluster with machine pools and all its machines',
  ),
  machinesReadyTimeoutSeconds: deadline(
    DEFAULT_DEADLINES.machinesReady,
    'until all machines of a new cluster of Cluster API are nodes',
  ),
  machinesGoneTimeoutSeconds: deadline(
    DEFAULT_DEADLINES.machinesGone,
    'until Cluster API has deleted a cluster and its machines',
  ),
  credentialTakenTimeoutSeconds: deadline(
    DEFAULT_DEADLINES.credentialTaken,
    'until a cluster of Cluster API uses its new application credential',
  ),
  serversGoneTimeoutSeconds: deadline(
    DEFAULT_DEADLINES.serversGone,
    'until the servers of a deleted cluster or node are gone',
  ),
  leftoversGoneTimeoutSeconds: deadline(
    DEFAULT_DEADLINES.leftoversGone,
    'until the ports, floating IPs and volumes of a deleted cluster or node are gone',
  ),
  clusterGoneTimeoutSeconds: deadline(
    DEFAULT_DEADLINES.clusterGone,
    'until a deleted cluster or node is gone from Rancher',
  ),
  loadBalancersActiveTimeoutSeconds: deadline(
    DEFAULT_DEADLINES.loadBalancersActive,
    'until the load balancers of a managed cluster are active',
  ),
  tenantsEmptyTimeoutSeconds: deadline(
    DEFAULT_DEADLINES.tenantsEmpty,
    'until the tenants of a deleted managed cluster are empty',
  ),
  upgradeStartedTimeoutSeconds: deadline(
    DEFAULT_DEADLINES.upgradeStarted,
    'until Rancher accepts a change of a cluster: a new version, changed pools, a rotation, a snapshot or a restore. Rancher refuses the change while it writes the same object itself',
  ),
  nodesUpgradedTimeoutSeconds: deadline(
    DEFAULT_DEADLINES.nodesUpgraded,
    'until all nodes of a cluster run the new version. Each node takes minutes, and Rancher upgrades one server after the other',
  ),
  certificatesRotatedTimeoutSeconds: deadline(
    DEFAULT_DEADLINES.certificatesRotated,
    'until Rancher has rotated the certificates of all nodes. Rancher restarts one node after the other',
  ),
  operationEndedTimeoutSeconds: deadline(
    DEFAULT_DEADLINES.operationEnded,
    'until Rancher has taken or restored a snapshot of etcd, or has rotated the encryption keys. Each phase also has its own limit',
  ),
  serversStoppedTimeoutSeconds: deadline(
    DEFAULT_DEADLINES.serversStopped,
    'until the servers of a hibernated cluster are shut down. The agents and the control plane each have this time',
  ),
  nodesAwakeTimeoutSeconds: deadline(
    DEFAULT_DEADLINES.nodesAwake,
    'until the nodes of a cluster that wakes up are ready again. The control plane and the agents each have this time',
  ),
  appDeployedTimeoutSeconds: deadline(
    DEFAULT_DEADLINES.appDeployed,
    'until Helm has installed or upgraded an application. Helm itself gives up after ten minutes',
  ),
  appGoneTimeoutSeconds: deadline(DEFAULT_DEADLINES.appGone, 'until Helm has uninstalled an application'),
  projectGoneTimeoutSeconds: deadline(
    DEFAULT_DEADLINES.projectGone,
    'until Rancher has deleted a project of a shared cluster, with its namespaces',
  ),
};

export const nodeFields = {
  serverAttempts: field(
    z.number().int().min(1).max(5).default(2),
    'the maximum number of servers that an operation creates for a node, including the first. A new server is created if Nova fails, if somebody removes the server, or if the server has not registered after half of the longest wait',
  ),
  watchMinutes: field(
    z.number().int().min(5).max(240).default(5),
    'minutes between two comparisons of clusters with Rancher and their clouds (`<stage>-syncs-watch-clusters`). A comparison makes one request to Rancher for each cluster, and one or two for each tenant',
  ),
  healingMaxUnhealthyShare: field(
    share(DEFAULT_HEALING.maxUnhealthyShare),
    'autohealing: the largest share of a cluster’s nodes that may be missing or unhealthy. Above this share, autohealing waits for an operator',
  ),
  healingAttempts: field(
    z.number().int().min(1).max(20).default(DEFAULT_HEALING.attempts),
    '… attempts to replace one node',
  ),
  healingPauseSeconds: field(
    upToADay(DEFAULT_HEALING.pauseSeconds),
    '… pause before the second attempt, in seconds. The pause doubles for each further attempt',
  ),
  healingMinHealthySeconds: field(
    upToADay(DEFAULT_HEALING.minHealthySeconds),
    '… if a replacement is lost before this number of seconds, its own replacement counts as a further attempt for the same node. Later, the count starts again. The value should be more than the time to create a node plus `healingUnhealthyAfterSeconds`',
  ),
  healingLostAfterSeconds: field(
    upToADay(DEFAULT_HEALING.lostAfterSeconds),
    '… a node is replaced after it was missing in Rancher, or its server was in `ERROR`, for this number of seconds',
  ),
  healingUnhealthyAfterSeconds: field(
    upToADay(DEFAULT_HEALING.unhealthyAfterSeconds),
    '… a node is replaced after Rancher reported it as not active for this number of seconds',
  ),
};

export const passFields = {
  removalMaxShare: field(
    share(0.2),
    'the largest share of a provider’s objects of one kind that one run of a sync job may remove. Such kinds are groups, members, role templates, role bindings and roles of accounts. A run that would remove more removes none of them (alarm pass-stopped)',
  ),
  removalAlways: field(z.number().int().nonnegative().default(10), '… a number of removals that a run may always make'),
};
