import { assertNotReadOnly, assertState } from '#shared/domain/_core/assert-state';
import { machineFor } from '#shared/domain/_core/cluster-driver';
import { parseUuid } from '#shared/domain/_core/identifier';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { assertInRancher } from '#shared/domain/clusters/cluster-assertions';
import type { MachinePools, PoolChange, StoredPool } from '#shared/domain/clusters/machine-pools';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import type { ChangePlan } from '#shared/domain/pools/change/change-plan';
import { planChange } from '#shared/domain/pools/change/plan-change';
import { poolChangeOf } from '#shared/domain/pools/change/staged-change';
import { chosenProblem, type PoolScaling, withQuantity } from '#shared/domain/pools/scaling/quantity';
import { Invalid, noMatch } from '#shared/errors';
import type { RancherSessions } from '#shared/ports/rancher';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { withTimeout } from '../_core/with-timeout.ts';
import type { OrderDeps } from '../planning/order-deps.ts';
import { readTenantFacts } from '../planning/read-tenant-facts.ts';
import { scheduleUpdate } from '../planning/schedule-update.ts';
import { rancherSettingsOf } from '../providers/settings-of.ts';
import { machinePoolsOf } from './open-pools.ts';

export type ScaleDeps = OrderDeps & { rancher: RancherSessions };
type Asked = {
  clusterText: string;
  poolText: string;
  /** Parses the body. Called after all checks that need no backend. Throws Invalid. */
  parseRequest(): PoolScaling;
  correlationId: string;
};
export type ScaledPool = { plan: ChangePlan; isAccepted: boolean };

/** Time limit for Rancher and the cloud. The API function still has time to answer after it. */
const BACKENDS_MS = 10_000;

function poolIn({ machinePools }: Cluster, poolText: string): StoredPool {
  const uuid = parseUuid(poolText);
  const found = machinePools?.pools.find((pool) => pool.uuid === uuid);
  if (!found) throw noMatch('Pool');
  return found;
}

/** The pools with the wanted number. All stalled pools get new attempts, because the change waits for all pools. */
function scaled(machinePools: MachinePools, chosen: StoredPool, quantity: number): MachinePools {
  const pools = machinePools.pools.map(({ stall, failed, ...pool }) =>
    pool.uuid === chosen.uuid ? { ...pool, ...withQuantity(pool, quantity) } : pool,
  );
  return { ...machinePools, pools };
}

async function machinesOf(deps: ScaleDeps, cluster: Cluster) {
  const rancher = await deps.rancher.open(await rancherSettingsOf(deps, cluster.settingsUuid));
  return rancher.listPoolMachines(cluster);
}

/** Plans the new number on what Rancher and the tenant have now. Throws Invalid by field if it is refused. */
async function plannedOn(
  deps: ScaleDeps,
  cluster: Cluster,
  { pool, wanted, request }: { pool: StoredPool; wanted: MachinePools; request: PoolScaling },
): Promise<ChangePlan> {
  const [machines, tenant] = await withTimeout(BACKENDS_MS, () =>
    Promise.all([
      machinesOf(deps, cluster),
      deps.store.tenants
        .get(cluster.tenantUuid)
        .then((found) => readTenantFacts(deps.openstack, found, { gateways: false, use: true, subnetUuids: [] })),
    ]),
  );
  const own = machines.filter(({ poolName }) => poolName === pool.spec.name);
  const problem = chosenProblem(request, own, cluster.poolChange?.chosen);
  if (problem !== undefined) throw new Invalid({ machines: [problem] });
  const chosen = new Set(request.machines);
  const { settings } = wanted;
  const formOf = ({ pools }: MachinePools) => ({
    spec: { ...settings, kubernetesVersion: cluster.kubernetesVersion },
    pools: pools.map(({ spec }) => spec),
  });
  const plan = planChange({
    ...{ current: formOf(machinePoolsOf(cluster)), wanted: formOf(wanted), offered: tenant, tenant },
    machines: machines.map((machine) => (chosen.has(machine.name) ? { ...machine, isChosen: true } : machine)),
  });
  if (plan.refused.length === 0) return plan;
  throw new Invalid(Object.fromEntries(plan.refused.map(({ field, message }) => [field, [message]])));
}

/** A change that was interrupted goes on with this one: its pools and its chosen machines are kept. */
function continued(change: PoolChange, interrupted: PoolChange | undefined): PoolChange {
  return interrupted ? { ...interrupted, chosen: [...interrupted.chosen, ...change.chosen] } : change;
}

/**
 * Sets the number of machines of a pool. Machines that the caller has chosen leave first when the pool gets smaller. The
 * answer has the plan. A dry run changes nothing, and neither does the number that the pool has, unless the pool is
 * stalled or an earlier change was interrupted. Throws, in this order: NotFound, NotAllowed, Conflict, ReadOnlyMode,
 * Invalid, and Backend* errors.
 */
export const scalePool = (deps: ScaleDeps, caller: Caller, asked: Asked): Promise<ScaledPool> =>
  retryOnConflict(async () => {
    const cluster = await getVisible(deps.store.clusters, 'Cluster', asked.clusterText, seenBy(caller));
    assertPermitted(caller, 'cluster.change_pools', cluster);
    const pool = poolIn(cluster, asked.poolText);
    const machine = machineFor('changePools', cluster);
    const interrupted = cluster.state === 'ERRED' ? cluster.poolChange : undefined;
    if (!interrupted) assertState(cluster, ['OK']);
    assertNotReadOnly(deps.site);
    const machinePools = machinePoolsOf(cluster);
    const request = asked.parseRequest();
    assertInRancher(cluster);
    const wanted = scaled(machinePools, pool, request.quantity);
    const plan = await plannedOn(deps, cluster, { pool, wanted, request });
    const isStalled = machinePools.pools.some(({ stall }) => stall !== undefined);
    const isNeeded = plan.changes.length > 0 || isStalled || interrupted !== undefined;
    if (request.isDryRun || !isNeeded) return { plan, isAccepted: false };
    const poolChange = continued(poolChangeOf(machinePools, wanted, request.machines), interrupted);
    const { correlationId } = asked;
    await scheduleUpdate(deps, cluster, { machine, correlationId, fields: { machinePools: wanted, poolChange } });
    return { plan, isAccepted: true };
  });
