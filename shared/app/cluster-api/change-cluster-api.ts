import { assertNotReadOnly, assertState } from '#shared/domain/_core/assert-state';
import { machineFor } from '#shared/domain/_core/cluster-driver';
import { changeQuotaProblems } from '#shared/domain/cluster-api/change/change-needs';
import type { ClusterChangePlan } from '#shared/domain/cluster-api/change/change-plan';
import type { ClusterForm } from '#shared/domain/cluster-api/change/cluster-form';
import { type GroupMachine, groupMachines } from '#shared/domain/cluster-api/change/group-machines';
import { planChange } from '#shared/domain/cluster-api/change/plan-change';
import type { WantedChange } from '#shared/domain/cluster-api/change/wanted-change';
import type { SeenCluster } from '#shared/domain/cluster-api/status/seen-cluster';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { type ClusterApiChange, wantedVersionOf } from '#shared/domain/clusters/cluster-api-change';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { assertMayRaisePrice, assertMaySetRootFields } from '#shared/domain/organizations/root-fields';
import { raisesPrice } from '#shared/domain/planning/checks/charged-amounts';
import type { TenantFacts } from '#shared/domain/planning/cloud-facts';
import type { ClusterApiSpec } from '#shared/domain/planning/cluster-api/cluster-spec';
import { amountsOfCluster } from '#shared/domain/planning/cluster-api/machine-needs';
import { Conflict, Invalid } from '#shared/errors';
import type { ClusterApiSessions } from '#shared/ports/cluster-api';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { withTimeout } from '../_core/with-timeout.ts';
import type { OrderDeps } from '../planning/order-deps.ts';
import { readTenantFacts } from '../planning/read-tenant-facts.ts';
import { scheduleUpdate } from '../planning/schedule-update.ts';
import { readCluster } from './read-cluster.ts';
import { clusterApiOf } from './steps/cluster-api-deps.ts';

export type ClusterApiChangeDeps = OrderDeps & { clusterApi: Pick<ClusterApiSessions, 'open'> };

export type ChangeContext = {
  cluster: Cluster;
  /**
   * The wanted state in the cluster's record. After an interrupted change, this is the state that the change wanted.
   */
  form: ClusterForm;
  seen: SeenCluster;
  machines: readonly GroupMachine[];
  /** Machines that were chosen for deletion in an interrupted change. */
  chosen: readonly string[];
  tenant: TenantFacts;
};

/**
 * A parsed request for a change. `wanted` returns the wanted change, or throws NotFound, Conflict, or Invalid with the
 * name of the field. With `isDryRun`, nothing is changed, and the answer only lists the effects of the change.
 * `rootFields`: names of the fields in the request that are as good as root. Only some callers may set them.
 */
export type ClusterApiChangeRequest = {
  isDryRun: boolean;
  rootFields?: readonly string[];
  wanted(context: ChangeContext): WantedChange | Promise<WantedChange>;
};
/**
 * `readRequest` parses the request, and throws Invalid if the request is wrong. It is called after all checks that need
 * no backend.
 */
export type AskedClusterApiChange<R> = { clusterText: string; correlationId: string; readRequest(): R };
export type AcceptedClusterApiChange = { cluster: Cluster; plan: ClusterChangePlan; isAccepted: boolean };

type Right = 'cluster.change_pools' | 'cluster.upgrade' | 'cluster.rotate_certificates';

/**
 * Time limit for the calls to the management cluster and the cloud, in milliseconds. It leaves the API function enough
 * time to answer.
 */
const BACKENDS_MS = 10_000;

/** Finds the cluster, and checks in this order: 404, 403, 409, 405, 400. */
async function changeable(
  deps: ClusterApiChangeDeps,
  caller: Caller,
  right: Right,
  { clusterText, readRequest }: AskedClusterApiChange<ClusterApiChangeRequest>,
) {
  const cluster = await getVisible(deps.store.clusters, 'Cluster', clusterText, seenBy(caller));
  assertPermitted(caller, right, cluster);
  const machine = machineFor('changeClusterApi', cluster);
  const interrupted = cluster.state === 'ERRED' ? cluster.clusterApiChange : undefined;
  if (!interrupted) assertState(cluster, ['OK']);
  assertNotReadOnly(deps.site);
  const request = readRequest();
  assertMaySetRootFields(caller, cluster, request.rootFields ?? []);
  const spec = cluster.clusterApi;
  if (!spec) throw new Conflict('The Cluster API objects of the cluster were never created.');
  return { cluster, machine, interrupted, request, spec };
}

async function readContext(
  deps: ClusterApiChangeDeps,
  cluster: Cluster,
  form: ClusterForm,
  interrupted: ClusterApiChange | undefined,
): Promise<ChangeContext> {
  const clusterApi = await clusterApiOf(deps, cluster);
  const wanted = { gateways: false, externalNetworks: false, use: true, subnetUuids: [] };
  const [seen, tenant] = await Promise.all([
    readCluster(clusterApi, cluster.uuid, form.spec),
    readTenantFacts(deps.openstack, await deps.store.tenants.get(cluster.tenantUuid), wanted),
  ]);
  const machines = groupMachines(seen.machines);
  return { cluster, form, seen, machines, chosen: interrupted?.chosen ?? [], tenant };
}

async function change(
  deps: ClusterApiChangeDeps,
  caller: Caller,
  right: Right,
  asked: AskedClusterApiChange<ClusterApiChangeRequest>,
): Promise<AcceptedClusterApiChange> {
  const { cluster, machine, interrupted, request, spec } = await changeable(deps, caller, right, asked);
  const form = { spec, kubernetesVersion: wantedVersionOf(cluster) };
  const context = await withTimeout(BACKENDS_MS, () => readContext(deps, cluster, form, interrupted));
  const { chosen, ...wanted } = await request.wanted(context);
  const amounts = (of: ClusterApiSpec) => amountsOfCluster(of, context.tenant);
  assertMayRaisePrice(caller, cluster, raisesPrice(amounts(spec), amounts(wanted.spec)));
  const before = interrupted?.before ?? form;
  const plan = planChange({ before, wanted, machines: context.machines, chosen });
  const problems = changeQuotaProblems(wanted, plan.steps, context.tenant);
  if (problems.length > 0) throw new Invalid({ node_count: problems });
  const isNeeded = plan.changes.length + plan.steps.length > 0 || interrupted !== undefined;
  if (request.isDryRun || !isNeeded) return { cluster, plan, isAccepted: false };
  const clusterApiChange = { before, kubernetesVersion: wanted.kubernetesVersion, chosen: [...chosen] };
  const fields = { clusterApi: wanted.spec, clusterApiChange };
  const { correlationId } = asked;
  const scheduled = await scheduleUpdate(deps, cluster, { machine, correlationId, fields });
  return { cluster: scheduled, plan, isAccepted: true };
}

/**
 * Changes a cluster of Cluster API, and returns the plan of the change. A dry run writes nothing. Any other call writes
 * if the request changes something. If an earlier change was interrupted, the call also writes, to continue that
 * change. Throws, in this order: NotFound, NotAllowed, Conflict, ReadOnlyMode, Invalid, and Backend* errors.
 */
export const changeClusterApi = (
  deps: ClusterApiChangeDeps,
  caller: Caller,
  asked: AskedClusterApiChange<ClusterApiChangeRequest>,
  right: Right = 'cluster.change_pools',
): Promise<AcceptedClusterApiChange> => retryOnConflict(() => change(deps, caller, right, asked));
