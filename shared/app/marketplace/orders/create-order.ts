import { newSlug } from '#shared/app/_core/new-slug';
import { retryOnConflict } from '#shared/app/_core/retry-on-conflict';
import { resolveSshKeys } from '#shared/app/identity/ssh-keys';
import { checkOrder, nameTaken } from '#shared/app/planning/check-order';
import { withClusterApiTemplate } from '#shared/app/planning/cluster-api-template';
import { withTemplateNodes } from '#shared/app/planning/cluster-templates';
import { newOperation, type OrderDeps, underOperation } from '#shared/app/planning/order-deps';
import type { Operation } from '#shared/domain/_core/operation';
import { newRecord } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { approversMail } from '#shared/domain/mail/order-mail';
import { isManaged, type RancherOffering } from '#shared/domain/marketplace/offering';
import { isPendingProvider, type Order } from '#shared/domain/marketplace/order';
import type { Resource } from '#shared/domain/marketplace/resource';
import { orderedEnd } from '#shared/domain/marketplace/resource-end';
import { type Caller, placeOf } from '#shared/domain/organizations/caller';
import { may } from '#shared/domain/organizations/permission';
import { placementOf } from '#shared/domain/organizations/placement';
import type { Project } from '#shared/domain/organizations/project';
import { claimsUuidOfSettings, clusterNameClaim } from '#shared/domain/planning/naming';
import type { OptionValues } from '#shared/domain/providers/resource-options';
import { recordedDriver } from '#shared/drivers/registry';
import type { Write } from '#shared/ports/store';
import { assertRoomForWaiting } from '../waiting-orders.ts';
import { type OrderedCluster, orderManaged, type ReservedCluster } from './order-managed.ts';
import { assertOrderable, assertOrdersAccepted, type OrderRequest, optionNamesOf } from './order-request.ts';

export type NewOrder = OrderRequest & {
  /** Identifies the request in all logs, from the API call to the last step of the order. */
  correlationId: string;
  /**
   * The caller's idempotency key and the hash of the request (`create-order-once.ts`). The transaction of the order
   * writes both.
   */
  once?: { key: string; requestHash: string } | undefined;
};
export type Ordered = { order: Order; resource: Resource; cluster: Cluster };

type About = {
  project: Project;
  offering: RancherOffering;
  options: OptionValues;
  ordered: OrderedCluster & ReservedCluster;
};

/**
 * Maximum number of attempts. When few networks for nodes are free, concurrent orders choose the same networks. At each
 * attempt at least one of the orders succeeds.
 */
const DRAWS = 30;

function newRecords(
  { clock, ids }: OrderDeps,
  caller: Caller,
  input: NewOrder,
  { project, offering, options, ordered }: About,
): Ordered {
  const { settings } = ordered;
  const place = placementOf(project, offering, input.planUuid);
  const base = () => newRecord(ids.uuid(), clock.now());
  const [orderBase, resourceBase, clusterBase] = [base(), base(), base()];
  const links = { resourceUuid: resourceBase.uuid, clusterUuid: clusterBase.uuid };
  const end = orderedEnd(ordered.endDate, { byUuid: caller.user.uuid, now: clock.now() });
  const order: Order = {
    ...orderBase,
    ...place,
    ...links,
    type: 'Create',
    state: 'pending-consumer',
    resourceName: ordered.name,
    ...ordered.attributes,
    createdByUuid: caller.user.uuid,
  };
  const resource: Resource = {
    ...resourceBase,
    ...place,
    name: ordered.name,
    slug: ordered.slug,
    state: 'Creating',
    clusterUuid: clusterBase.uuid,
    options,
    ...(ordered.cluster.managed && { managed: true }),
    ...(end && { end }),
    pendingOrderUuid: order.uuid,
  };
  const cluster: Cluster = {
    ...clusterBase,
    ...place,
    ...ordered.cluster,
    state: 'CREATION_SCHEDULED',
    runtimeState: '',
    settingsUuid: settings.uuid,
    settingsName: settings.name,
    ...(settings.type === 'Rancher' && settings.claimsUuid && { claimsUuid: settings.claimsUuid }),
    resourceUuid: resource.uuid,
    orderUuid: order.uuid,
    tenantUuid: ordered.tenantOf(clusterBase.uuid),
    kubernetesVersion: settings.options.k8sVersion,
    backendId: '',
    accessUrl: '',
    capacity: {},
    requested: {},
    ...{ nodes: [], currentStep: '', nodeOperations: [], drift: [], missingNodes: [] },
    ...recordedDriver(offering),
    ...(offering.pluginOptions.autohealing && { autohealing: true }),
  };
  return { order, resource, cluster };
}

/**
 * Adds the approval of the creator to a new order. With `operation`, the order starts. Without `operation`, the order
 * waits for the provider's approval.
 */
function approved(
  { order, resource, cluster }: Ordered,
  caller: Caller,
  now: Date,
  operation: Operation | undefined,
): Ordered {
  const approval = { approvedByUuid: caller.user.uuid, approvedAt: now.toISOString() };
  return {
    order: { ...order, ...approval, state: operation ? 'executing' : 'pending-provider' },
    resource,
    cluster: { ...cluster, ...(operation && underOperation(operation)) },
  };
}

/**
 * Orders a cluster. After all checks, one transaction writes order, resource, cluster and claims. If the caller may
 * approve the order, the transaction also writes the operation that starts the order (S0-002, S0-003).
 */
export async function orderCluster(
  deps: OrderDeps,
  caller: Caller,
  input: NewOrder,
  { project, offering }: { project: Project; offering: RancherOffering },
): Promise<Ordered> {
  assertOrderable(offering, input);
  assertOrdersAccepted(deps.site);
  const order = isManaged(offering) ? orderManaged : orderSelfManaged;
  const checked = await order(deps, caller, input, { project, offering });
  const options = input.readOptions(offering);
  return retryOnConflict(async () => {
    const ordered = { ...checked, ...(await checked.reserveNamesAndNetworks()) };
    return place(deps, caller, input, { project, offering, options, ordered });
  }, DRAWS);
}

/**
 * Checks in the transaction that the VM project is not being deleted. The order itself is in another project, so the
 * order does not stop the deletion of the VM project.
 */
const machinesElsewhere = ({ store }: OrderDeps, { project, ordered: { cluster } }: About): Write[] =>
  cluster.managed || cluster.vmProjectUuid === project.uuid
    ? []
    : [store.projects.assertOpen(cluster.vmProjectUuid, 'vm_project')];

async function place(deps: OrderDeps, caller: Caller, input: NewOrder, about: About): Promise<Ordered> {
  const { store, clock } = deps;
  const pending = newRecords(deps, caller, input, about);
  const isApproved = may(caller, 'order.approve', placeOf(about.project));
  if (!isApproved) await assertRoomForWaiting(store, about.project);
  const starts = isApproved && !isPendingProvider(about.offering, about.project);
  const operation = starts ? newOperation(deps, pending.cluster.uuid, input.correlationId) : undefined;
  const records = isApproved ? approved(pending, caller, clock.now(), operation) : pending;
  const key = { userUuid: caller.user.uuid, orderUuid: records.order.uuid, created: clock.now().toISOString() };
  await store.commit(
    ...(input.once ? [store.idempotencyKeys.insert({ ...key, ...input.once })] : []),
    store.orders.insert(records.order),
    store.resources.insert(records.resource),
    store.clusters.insert(records.cluster),
    ...about.ordered.writes(records.cluster.uuid),
    ...machinesElsewhere(deps, about),
    operation ? store.outbox.insert(operation) : store.mails.insert(approversMail(records.order)),
  );
  return records;
}

/** Plans machines in tenants that exist. Throws Invalid with the first check that fails. */
async function orderSelfManaged(
  deps: OrderDeps,
  caller: Caller,
  request: OrderRequest,
  { project, offering }: { project: Project; offering: RancherOffering },
): Promise<OrderedCluster> {
  const { store } = deps;
  const withNodes = await withTemplateNodes(deps, request.parseAttributes(optionNamesOf(offering)));
  const { clusterApiFields, ...requested } = await withClusterApiTemplate(deps, caller, offering, withNodes);
  const attributes = await resolveSshKeys(store, caller, requested);
  const { settings, tenants } = await checkOrder(deps, caller, { project, offering, attributes, clusterApiFields });
  const { name, description, installLonghorn, vmProjectUuid = project.uuid } = attributes;
  return {
    settings,
    name,
    attributes: { attributes },
    endDate: attributes.endDate,
    reserveNamesAndNetworks: async () => ({
      slug: await newSlug(store, name),
      cluster: { name, description, installLonghorn, vmProjectUuid },
      tenantOf: () => tenants[0]?.uuid ?? '',
      writes: (clusterUuid) => [
        store.claims.insert(clusterNameClaim(claimsUuidOfSettings(settings), name), clusterUuid, nameTaken),
      ],
    }),
  };
}
