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

export const orders = {
  roleRequirement: field(
    site.roleRequirement,
    'the smallest machine of each role; Waldur’s ROLE_REQUIREMENT, as JSON in the variable',
    { expects: '{server: {cpu: 2, ramMb: 4096}, agent: {cpu: 1, ramMb: 1024}} with whole numbers above 0' },
  ),
  currency: field(site.currency, 'what prices of plans, estimates and costs of usage are in', {
    expects: 'three capital letters, the ISO 4217 code of a currency',
  }),
  systemVolumeMinSizeGb: field(site.systemVolumeMinSizeGb, 'the smallest system volume, in GB'),
  readOnlyMode: field(
    site.readOnlyMode,
    'orders are refused (400), and so is what would change or end a cluster (405); what runs goes on, what is kept is shown',
  ),
  disableSshKeyInjection: field(site.disableSshKeyInjection, 'an order’s keys are dropped without an error'),
  disableDataVolumeCreation: field(
    site.disableDataVolumeCreation,
    'an order’s data volumes are dropped without an error',
  ),
  disableAutomanagementOfUsers: field(
    site.disableAutomanagementOfUsers,
    'roles are followed into no Rancher, whatever offerings ask for ([decision 30](decisions/0030-roles-are-followed-into-rancher-by-a-pass.md)); accounts and roles that are there stay as they are',
  ),
};

/** Longest waits, by phase (statemachines/deadlines.ts). */
export const deadlines = {
  rancherIdTimeoutSeconds: deadline(DEFAULT_DEADLINES.rancherId, 'until Rancher has given a new cluster its id'),
  firstNodesTimeoutSeconds: deadline(DEFAULT_DEADLINES.firstNodes, 'until the servers and the first agent are active'),
  furtherNodesTimeoutSeconds: deadline(DEFAULT_DEADLINES.furtherNodes, 'until the other agents are active'),
  clusterActiveTimeoutSeconds: deadline(
    DEFAULT_DEADLINES.clusterActive,
    'until Rancher calls the cluster active, once its nodes are',
  ),
  serversGoneTimeoutSeconds: deadline(DEFAULT_DEADLINES.serversGone, 'until the servers of a deleted cluster are gone'),
  leftoversGoneTimeoutSeconds: deadline(
    DEFAULT_DEADLINES.leftoversGone,
    'until the ports, floating IPs and volumes of a deleted cluster are gone',
  ),
  clusterGoneTimeoutSeconds: deadline(DEFAULT_DEADLINES.clusterGone, 'until a deleted cluster is gone in Rancher'),
  loadBalancersActiveTimeoutSeconds: deadline(
    DEFAULT_DEADLINES.loadBalancersActive,
    'for the load balancers of a managed cluster',
  ),
  tenantsEmptyTimeoutSeconds: deadline(
    DEFAULT_DEADLINES.tenantsEmpty,
    'until what is in a managed cluster’s tenants is gone',
  ),
  upgradeStartedTimeoutSeconds: deadline(
    DEFAULT_DEADLINES.upgradeStarted,
    'until Rancher takes the version that a cluster is upgraded to, while its own controllers write the cluster',
  ),
  nodesUpgradedTimeoutSeconds: deadline(
    DEFAULT_DEADLINES.nodesUpgraded,
    'until all nodes of an upgraded cluster run the new version, one after the other: minutes for each',
  ),
};

export const nodes = {
  serverAttempts: field(
    z.number().int().min(1).max(5).default(2),
    'how often a node’s server is made, the first time included, when Nova gives up on it, when somebody removes it, or when it runs and has not registered after half of the time it has',
  ),
  watchMinutes: field(
    z.number().int().min(5).max(240).default(5),
    'how often clusters are compared with Rancher and their clouds, in minutes: `<stage>-syncs-watch-clusters`, one request to Rancher for each cluster, one or two for each tenant',
  ),
  healingMaxUnhealthyShare: field(
    share(DEFAULT_HEALING.maxUnhealthyShare),
    'autohealing: of a cluster’s nodes, how many may be missing or unhealthy, as a share; where more are it waits for people',
  ),
  healingAttempts: field(
    z.number().int().min(1).max(20).default(DEFAULT_HEALING.attempts),
    '… how often it makes another node in the place of one',
  ),
  healingPauseSeconds: field(
    upToADay(DEFAULT_HEALING.pauseSeconds),
    '… how long it waits for the second attempt; twice as long for each after that',
  ),
  healingMinHealthySeconds: field(
    upToADay(DEFAULT_HEALING.minHealthySeconds),
    '… how long after such an attempt a node that it made has to be lost for its own attempts to begin anew: sooner it counts, and pauses, as another attempt of the same. More than a node takes to be made, and `healingUnhealthyAfterSeconds`, together',
  ),
  healingLostAfterSeconds: field(
    upToADay(DEFAULT_HEALING.lostAfterSeconds),
    '… how long a node has to be unknown to Rancher, or its server in error, before it is replaced',
  ),
  healingUnhealthyAfterSeconds: field(
    upToADay(DEFAULT_HEALING.unhealthyAfterSeconds),
    '… how long Rancher has to call it anything but active',
  ),
};

export const passes = {
  removalMaxShare: field(
    share(0.2),
    'how many of a provider’s groups, members, roles, role bindings or roles of accounts one pass of a job may take away, as a share; a pass that would take more takes nothing (alarm pass-stopped)',
  ),
  removalAlways: field(z.number().int().nonnegative().default(10), '… and a number that is always fine'),
};
