import type { DriverName } from '#shared/domain/_core/cluster-driver';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Node } from '#shared/domain/nodes/node';
import type { ClusterObservation } from '#shared/domain/nodes/observe-nodes';
import type { TenantFacts } from '#shared/domain/planning/cloud-facts';
import type { NodeSpec } from '#shared/domain/planning/node-spec';
import type { OrderAttributes } from '#shared/domain/planning/order-attributes';
import type { Plan, PlanFacts } from '#shared/domain/planning/plan';
import type { FieldErrors } from '#shared/errors';
import type { FloatingIp, OpenStack, Port, Server } from '#shared/ports/openstack';
import type { Rancher } from '#shared/ports/rancher';
import type { ManagementCluster, ProvisioningCluster, RancherNode } from '#shared/ports/rancher-objects';
import type { UserDataInput } from './user-data-input.ts';

/** What an order would make. The functions are pure: the same order and facts give the same plan. */
export type DriverPlan = {
  /** Throws Invalid if the clouds do not offer something. The error names the order's field. */
  nodes(order: OrderAttributes, facts: PlanFacts): Plan;
  /**
   * Errors by field: why the clouds have no room for these nodes, or why the nodes would form no cluster. Empty if
   * there are none.
   */
  problems(nodes: readonly NodeSpec[], tenants: ReadonlyMap<Uuid, TenantFacts>): FieldErrors;
  /** Which nodes are made at once, and which nodes when the first are active. */
  waves<T extends { spec: Pick<NodeSpec, 'role'> }>(nodes: readonly T[]): { first: T[]; rest: T[] };
};

/** The questions of a look to Rancher and the clouds. One run asks each of them once. */
export type ObservationBackends = {
  /** Finds the cluster. Undefined: Rancher does not have the cluster, or is deleting it. */
  findCluster(cluster: Cluster): Promise<ManagementCluster | undefined>;
  listJoined(cluster: Cluster, hostnames: readonly string[]): Promise<RancherNode[]>;
  listServers(tenantUuid: Uuid, of: Cluster): Promise<Server[]>;
};

/** What a tenant still has of a cluster after the cluster's servers are gone. */
export type TenantLeftovers = { ports: Port[]; floatingIps: FloatingIp[]; volumes: { id: string; status: string }[] };

/** What Rancher still has of a cluster. */
export type RancherLeftovers = {
  clusters: ProvisioningCluster[];
  /** Management clusters under any id: if the creation was interrupted, the id is not on our record. */
  management: ManagementCluster[];
  registrySecrets: string[];
};

/**
 * Finds everything that belongs to a cluster, and nothing else. So the objects can be deleted, and it can be proved
 * that none is left.
 */
export type Teardown = {
  servers(session: OpenStack, cluster: Cluster): Promise<Server[]>;
  /** @param isWhole true: everything of the cluster; false: only objects of these nodes */
  leftovers(session: OpenStack, cluster: Cluster, nodes: readonly Node[], isWhole?: boolean): Promise<TenantLeftovers>;
  inRancher(rancher: Rancher, cluster: Cluster): Promise<RancherLeftovers>;
};

/** User data, by which the machines that Paddock makes become nodes. */
export type MachineUserData = {
  /** @throws Misconfigured for a value of a wrong type, and for more user data than Nova accepts */
  render(input: UserDataInput, template?: string): string;
  /** Problems of a provider's own template, as sentences. */
  templateProblems(template: string, withVault: boolean): string[];
};

/** The parts of every driver. Its state machines are not among them: they are in `statemachines/_drivers`. */
export type DriverParts = {
  plan: DriverPlan;
  /** One look at a cluster. `errors` are those of tenants that did not answer. The look then has no servers of these tenants. */
  observe(
    backends: ObservationBackends,
    cluster: Cluster,
    nodes: readonly Node[],
  ): Promise<{ observation: ClusterObservation; errors: readonly unknown[] }>;
  teardown: Teardown;
  /** User data for machines. Absent for a driver whose machines Paddock does not make. */
  userData?: MachineUserData;
};

/** A way of making clusters (docs/spec/design.md#drivers). */
export type Driver = DriverParts & { name: DriverName };
