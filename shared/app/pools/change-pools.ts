import { assertNotReadOnly, assertState } from '#shared/domain/_core/assert-state';
import { machineFor } from '#shared/domain/_core/cluster-driver';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { assertInRancher } from '#shared/domain/clusters/cluster-assertions';
import type { MachinePools, StoredPool } from '#shared/domain/clusters/machine-pools';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { assertMayRaisePrice, assertMaySetRootFields } from '#shared/domain/organizations/root-fields';
import { type ChargedAmounts, chargedAmounts, raisesPrice } from '#shared/domain/planning/checks/charged-amounts';
import type { TenantFacts } from '#shared/domain/planning/cloud-facts';
import { machineNetworks, poolPortProblems } from '#shared/domain/planning/pools/pool-networks';
import { mostMachines, type PoolSpec } from '#shared/domain/planning/pools/pool-spec';
import type { ChangePlan } from '#shared/domain/pools/change/change-plan';
import { measuredPace } from '#shared/domain/pools/change/measured-pace';
import { planChange } from '#shared/domain/pools/change/plan-change';
import { refusalErrors } from '#shared/domain/pools/change/refusal-errors';
import { continuedChange } from '#shared/domain/pools/change/staged-change';
import { roomForChange } from '#shared/domain/pools/change/tenant-room';
import { poolOf, type WantedChange, withNewAttempts } from '#shared/domain/pools/change/wanted-pools';
import { nodeNetworkProblems } from '#shared/domain/pools/order/cluster-problems';
import { Invalid } from '#shared/errors';
import type { RancherSessions } from '#shared/ports/rancher';
import type { MachineOfCluster } from '#shared/ports/rancher/rancher-pools';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { withTimeout } from '../_core/with-timeout.ts';
import type { OrderDeps } from '../planning/order-deps.ts';
import { scheduleUpdate } from '../planning/schedule-update.ts';
import { rancherSettingsOf } from '../providers/settings-of.ts';
import { machinePoolsOf } from './open-pools.ts';
import { type ClusterFacts, factsIn, readPoolFacts } from './read-pool-facts.ts';

export type ChangeDeps = OrderDeps & { rancher: RancherSessions };

/** The facts from which a change is planned. */
export type ChangeContext = {
  cluster: Cluster;
  machinePools: MachinePools;
  machines: readonly MachineOfCluster[];
  facts: ClusterFacts;
};
/**
 * A parsed request to change pools. `wanted` returns the wanted pools. It throws NotFound or Conflict, or Invalid with
 * the name of the field. If `isDryRun` is true, nothing is changed, and the answer shows what the change would do.
 */
export type ChangeRequest = RequestParts & { wanted(context: ChangeContext): WantedChange };
export type PoolChangeRequest = RequestParts & { wanted(context: ChangeContext, pool: StoredPool): WantedChange };
/** `rootFields`: names of the fields in the request that are as good as root. Only some callers may set them. */
type RequestParts = { isDryRun: boolean; rootFields?: readonly string[] };

type Path = { clusterText: string; correlationId: string };
/**
 * `readRequest` parses the body, and throws Invalid if the body is wrong. It is called after all checks that need no
 * backend.
 */
export type AskedChange<R> = Path & { readRequest(): R };
/** A change of one pool. `poolText` is the pool's name from the URL. */
export type AskedPoolChange<R> = AskedChange<R> & { poolText: string };

/**
 * The parts of a call besides the cluster. `poolName` is the name of the pool in the URL, if the URL names a pool. In
 * that case, the request contains the fields of this pool.
 */
type Opened = { poolName?: string; readRequest(): ChangeRequest };
export type AcceptedChange = { plan: ChangePlan; isAccepted: boolean };

/**
 * Time limit for Rancher and the cloud, in milliseconds. When the limit is reached, the API function still has time to
 * answer.
 */
const BACKENDS_MS = 10_000;

async function machinesOf(deps: ChangeDeps, cluster: Cluster): Promise<MachineOfCluster[]> {
  const rancher = await deps.rancher.open(await rancherSettingsOf(deps, cluster.settingsUuid));
  return rancher.listPoolMachines(cluster);
}

/** Errors about network ports that the pools of one tenant need, but that the security groups of these pools block. */
const portsBlockedIn = ({ pools }: MachinePools, tenant: TenantFacts, isIn: (spec: PoolSpec) => boolean) =>
  poolPortProblems(pools.map(({ spec }) => spec).filter(isIn), tenant);

/**
 * Adds the networks of the machines to the wanted pools. Throws Invalid if the pod or service network overlaps one of
 * these networks, or if security groups block ports that the pools need. A managed cluster keeps its networks, because
 * all its machines are in networks that were made for the cluster.
 */
function onNetworks(
  { machinePools, ...change }: WantedChange,
  before: MachinePools,
  { byTenant, made, cluster }: ClusterFacts,
): WantedChange {
  const specs = machinePools.pools.map(({ spec }) => spec);
  const tenants = [...byTenant.values()].map((facts) => facts.tenant);
  const nodeCidrs = made.length > 0 ? before.nodeCidrs : tenants.flatMap((tenant) => machineNetworks(specs, tenant));
  const ports = tenants.flatMap((tenant) => {
    const isIn = ({ tenantUuid = cluster.tenantUuid }: PoolSpec) => tenantUuid === tenant.tenant.uuid;
    const known = new Set(portsBlockedIn(before, tenant, isIn));
    return portsBlockedIn(machinePools, tenant, isIn).filter((problem) => !known.has(problem));
  });
  const problems = {
    ...nodeNetworkProblems(machinePools.settings, nodeCidrs),
    ...(ports.length > 0 && { pools: ports }),
  };
  if (Object.keys(problems).length > 0) throw new Invalid(problems);
  return { ...change, machinePools: { ...machinePools, nodeCidrs } };
}

/**
 * Plans a change from what Rancher and the tenant have now. If the change is refused, the plan contains the reasons.
 */
function plannedOn(
  { kubernetesVersion }: Cluster,
  before: MachinePools,
  wanted: WantedChange,
  { machines, facts }: ChangeContext,
): ChangePlan {
  const chosen = new Set(wanted.chosen);
  const formOf = ({ settings, pools }: MachinePools) => ({
    spec: { ...settings, kubernetesVersion },
    pools: pools.map(({ spec }) => spec),
  });
  const tenant = facts.made.length > 0 ? undefined : factsIn(facts, undefined).tenant;
  return planChange({
    ...{ current: formOf(before), wanted: formOf(wanted.machinePools), tenant },
    offered: ({ tenantUuid }) => factsIn(facts, tenantUuid).tenant,
    machines: machines.map((machine) => (chosen.has(machine.name) ? { ...machine, isChosen: true } : machine)),
    deleted: wanted.deleted ?? [],
    pace: measuredPace(machines),
  });
}

/**
 * What the price of the pools depends on, with as many machines as they may have. If the cloud has lost a flavor, only the
 * number of the machines and their volumes count.
 */
const amountsOf = ({ pools }: MachinePools, facts: ClusterFacts): ChargedAmounts[] =>
  pools.map(({ spec }) => {
    const { flavors } = factsIn(facts, spec.tenantUuid).tenant;
    const { vcpus = 0, ramMb = 0, diskGb = 0 } = flavors.find(({ id }) => id === spec.flavorId) ?? {};
    return chargedAmounts(mostMachines(spec), { vcpus, ramMb, storageGb: spec.rootVolume?.sizeGb ?? diskGb });
  });

/** Finds the cluster and its pool, and checks for errors in this order: 404, 403, 409, 405, 400. */
async function changeable(deps: ChangeDeps, caller: Caller, clusterText: string, open: (cluster: Cluster) => Opened) {
  const cluster = await getVisible(deps.store.clusters, 'Cluster', clusterText, seenBy(caller));
  assertPermitted(caller, 'cluster.change_pools', cluster);
  const { readRequest, poolName } = open(cluster);
  const machine = machineFor('changePools', cluster);
  const interrupted = cluster.state === 'ERRED' ? cluster.poolChange : undefined;
  if (!interrupted) assertState(cluster, ['OK']);
  assertNotReadOnly(deps.site);
  const request = readRequest();
  assertMaySetRootFields(caller, cluster, request.rootFields ?? []);
  assertInRancher(cluster);
  return { cluster, poolName, machine, interrupted, request };
}

async function change(
  deps: ChangeDeps,
  caller: Caller,
  { clusterText, correlationId }: Path,
  open: (cluster: Cluster) => Opened,
): Promise<AcceptedChange> {
  const { cluster, poolName, machine, interrupted, request } = await changeable(deps, caller, clusterText, open);
  const machinePools = machinePoolsOf(cluster);
  const [machines, facts] = await withTimeout(BACKENDS_MS, () =>
    Promise.all([machinesOf(deps, cluster), readPoolFacts(deps, cluster)]),
  );
  const context = { cluster, machinePools, machines, facts };
  const wanted = onNetworks(request.wanted(context), machinePools, facts);
  const isRaised = raisesPrice(amountsOf(machinePools, facts), amountsOf(wanted.machinePools, facts));
  assertMayRaisePrice(caller, cluster, isRaised);
  const { before, poolChange } = continuedChange(machinePools, interrupted, wanted);
  const plan = plannedOn(cluster, before, wanted, context);
  if (plan.refused.length > 0) throw new Invalid(refusalErrors(plan.refused, poolName));
  const rooms = roomForChange(facts.made, { before, wanted: wanted.machinePools, steps: plan.steps }, facts.options);
  const isStalled = machinePools.pools.some(({ stall }) => stall !== undefined);
  const isNeeded =
    plan.changes.length + plan.steps.length > 0 ||
    wanted.forced !== undefined ||
    isStalled ||
    interrupted !== undefined;
  if (request.isDryRun || !isNeeded) return { plan, isAccepted: false };
  const fields = { machinePools: withNewAttempts(wanted.machinePools), poolChange };
  const writes = rooms.map(({ tenant, figures }) =>
    deps.store.clusterTenants.replace(changed(tenant, deps.clock.now(), figures)),
  );
  await scheduleUpdate(deps, cluster, { machine, correlationId, fields, writes });
  return { plan, isAccepted: true };
}

/**
 * Changes the pools of a cluster, and returns the plan of the change. A dry run writes nothing. A change also completes
 * an earlier change that was interrupted. If there is nothing to change, the call writes only if a pool is stalled or
 * an earlier change was interrupted. Throws, in this order: NotFound, NotAllowed, Conflict, ReadOnlyMode, Invalid, and
 * Backend* errors.
 */
export const changePools = (
  deps: ChangeDeps,
  caller: Caller,
  { readRequest, ...path }: AskedChange<ChangeRequest>,
): Promise<AcceptedChange> => retryOnConflict(() => change(deps, caller, path, () => ({ readRequest })));

/** Changes the pool that the path names. Otherwise does the same as `changePools`. */
export const changePool = (
  deps: ChangeDeps,
  caller: Caller,
  { readRequest, poolText, ...path }: AskedPoolChange<PoolChangeRequest>,
): Promise<AcceptedChange> =>
  retryOnConflict(() =>
    change(deps, caller, path, ({ machinePools }) => {
      const pool = poolOf(machinePools, poolText);
      return {
        poolName: pool.spec.name,
        readRequest: () => {
          const { wanted, ...parts } = readRequest();
          return { ...parts, wanted: (context) => wanted(context, pool) };
        },
      };
    }),
  );
