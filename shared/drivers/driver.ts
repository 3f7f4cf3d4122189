import type { DriverName } from '#shared/domain/_core/cluster-driver';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { ManagedAttributes } from '#shared/domain/infrastructure/managed-attributes';
import type { Node } from '#shared/domain/nodes/node';
import type { SeenCluster } from '#shared/domain/nodes/observe-nodes';
import type { Flavor, TenantFacts } from '#shared/domain/planning/cloud-facts';
import type { NodeSpec } from '#shared/domain/planning/node-spec';
import type { OrderAttributes } from '#shared/domain/planning/order-attributes';
import type { Plan, PlanFacts } from '#shared/domain/planning/plan';
import type { SeenPools } from '#shared/domain/pools/views/observe-pools';
import type { ProviderSettings } from '#shared/domain/providers/service-settings';
import type { WholeObservation } from '#shared/domain/reconciliation/compare-cluster';
import type { FieldErrors } from '#shared/errors';
import type { FloatingIp, OpenStack, Port, Server, Volume } from '#shared/ports/openstack';
import type { Rancher } from '#shared/ports/rancher';
import type { ManagementCluster, ProvisioningCluster, RancherNode } from '#shared/ports/rancher/rancher-objects';
import type { UserDataInput } from './user-data-input.ts';

/**
 * The part of a driver that checks orders and makes their plans. The functions are pure: equal orders and facts give
 * equal results.
 */
export type DriverPlan = {
  /**
   * Errors in an order, by field. They are found without a call to a cloud. Empty for a good order.
   * @param clusterApiFields the names of the order's attributes that only Cluster API uses
   */
  orderErrors(order: OrderAttributes, clusterApiFields: readonly string[]): FieldErrors;
  /** Errors in an order of a managed cluster, by field. Only errors that concern the cluster's machines. */
  managedErrors(order: ManagedAttributes): FieldErrors;
  /**
   * Makes the plan of an order. Throws Invalid if the clouds lack something that the order needs. The error names the
   * order's field.
   */
  nodes(order: OrderAttributes, facts: PlanFacts): Plan;
  /**
   * Errors in a plan, by field. A plan has errors if the clouds have no room for it, or if its machines would not form
   * a working cluster. Empty for a good plan.
   */
  problems(plan: Plan, tenants: ReadonlyMap<Uuid, TenantFacts>): FieldErrors;
  /**
   * Roles of the application credential that each cluster gets in its tenants. Absent if clusters get no application
   * credential. A self-managed order is refused if Paddock cannot create this credential in every tenant of the order.
   */
  credentialRoles?: readonly string[];
  /** Splits nodes into two waves. The second wave is created when the nodes of the first wave are active. */
  waves<T extends { spec: Pick<NodeSpec, 'role'> }>(nodes: readonly T[]): { first: T[]; rest: T[] };
};

/**
 * The requests that an observation sends to Rancher, Cluster API and the clouds. One run of the watch job makes each
 * request only once.
 */
export type ObservationBackends = {
  /** Undefined if Rancher does not have the cluster or is deleting it. */
  findCluster(cluster: Cluster): Promise<ManagementCluster | undefined>;
  listJoined(cluster: Cluster, hostnames: readonly string[]): Promise<RancherNode[]>;
  listServers(tenantUuid: Uuid, of: Cluster): Promise<Server[]>;
  listFlavors(tenantUuid: Uuid): Promise<Flavor[]>;
  /** Machines and MachineDeployments of a cluster with pools. */
  listPools(cluster: Cluster): Promise<Pick<SeenPools, 'machines' | 'deployments'>>;
  /** Undefined if Cluster API does not have the cluster or is deleting it. */
  findInClusterApi(cluster: Cluster): Promise<SeenCluster | undefined>;
};

/** Objects of a cluster that a tenant still has when the cluster's servers are gone. */
export type TenantLeftovers = {
  ports: Port[];
  floatingIps: FloatingIp[];
  volumes: Pick<Volume, 'id' | 'status'>[];
  /** Names of key pairs that Rancher's OpenStack driver has made for machines. */
  keyPairs: string[];
  /** Objects of other kinds. Absent if the driver's clusters have none. */
  further?: Leftover[];
};

/** An object that is left, and how it is deleted. A deletion may need several attempts. */
export type Leftover = {
  /** A description with which users can find the object in the cloud, such as `load balancer web (5c0e…)`. */
  what: string;
  remove(): Promise<void>;
};

/** The objects of a cluster that still exist in Rancher. */
export type RancherLeftovers = {
  clusters: ProvisioningCluster[];
  /**
   * The v3 clusters in Rancher that belong to this cluster. They are found by the id in the cluster's record. If the
   * record lacks the id, for example after an interrupted creation, they are found by their label.
   */
  management: ManagementCluster[];
  registrySecrets: string[];
  /** Names of the objects from which Rancher makes the cluster's machines. Empty if Rancher makes none. */
  machineConfigs: string[];
  cloudCredentials: string[];
};

/**
 * Finds all objects that belong to a cluster, and no others. A deletion deletes the found objects. A final search
 * proves that none is left.
 */
export type Teardown = {
  /** Objects that have to be gone before the cluster is deleted. Absent if a driver's clusters have none. */
  beforeCluster?(session: OpenStack, cluster: Cluster): Promise<Leftover[]>;
  servers(session: OpenStack, cluster: Cluster): Promise<Server[]>;
  /** @param isWhole whether to find all objects of the cluster, not only the objects of `nodes` */
  leftovers(session: OpenStack, cluster: Cluster, nodes: readonly Node[], isWhole?: boolean): Promise<TenantLeftovers>;
  inRancher(rancher: Rancher, cluster: Cluster): Promise<RancherLeftovers>;
};

/** The user data with which a new machine becomes a node. */
export type MachineUserData = {
  /** @throws Misconfigured for a value of a wrong type, and for more user data than Nova accepts */
  render(input: UserDataInput, template?: string): string;
  /** Problems of a provider's own template, as sentences. */
  templateProblems(template: string, withVault: boolean): string[];
};

/** The parts of a driver that are needed at run time. The driver's state machines are in `statemachines/_drivers`. */
export type DriverParts = {
  plan: DriverPlan;
  /**
   * Observes a cluster. If a tenant does not answer, `errors` contains the tenant's error, and the observation contains
   * no servers of the tenant.
   */
  observe(
    backends: ObservationBackends,
    cluster: Cluster,
    nodes: readonly Node[],
  ): Promise<{ observation: WholeObservation; errors: readonly unknown[] }>;
  teardown: Teardown;
  /** The type of the providers for which this driver makes clusters. */
  provider: ProviderSettings['type'];
  /** Whether Magnum's API can order and manage this driver's clusters. Absent means no. */
  hasMagnumApi?: true;
  /** Whether Rancher makes the machines, for which it needs an active node driver. Absent means no. */
  needsNodeDriver?: true;
  /** Absent if Paddock does not create the machines of this driver's clusters. */
  userData?: MachineUserData;
};

/** A way of making clusters (docs/spec/design.md#drivers). */
export type Driver = DriverParts & { name: DriverName };
