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

/** The plan of an order. The functions are pure: the same order and facts give the same plan. */
export type DriverPlan = {
  /** Throws Invalid if the clouds do not offer something. The error names the order's field. */
  nodes(order: OrderAttributes, facts: PlanFacts): Plan;
  /**
   * Errors by field: the clouds have no room for these nodes, or the nodes would not form a working cluster. Empty if
   * there are none.
   */
  problems(nodes: readonly NodeSpec[], tenants: ReadonlyMap<Uuid, TenantFacts>): FieldErrors;
  /** Splits nodes into two waves. The second wave is created when the nodes of the first are active. */
  waves<T extends { spec: Pick<NodeSpec, 'role'> }>(nodes: readonly T[]): { first: T[]; rest: T[] };
};

/** Reads from Rancher and the clouds for an observation. One run of the watch makes each request only once. */
export type ObservationBackends = {
  /** Finds the cluster. Undefined: Rancher does not have the cluster, or is deleting it. */
  findCluster(cluster: Cluster): Promise<ManagementCluster | undefined>;
  listJoined(cluster: Cluster, hostnames: readonly string[]): Promise<RancherNode[]>;
  listServers(tenantUuid: Uuid, of: Cluster): Promise<Server[]>;
};

/** Objects of a cluster that a tenant still has after the cluster's servers are gone. */
export type TenantLeftovers = { ports: Port[]; floatingIps: FloatingIp[]; volumes: { id: string; status: string }[] };

/** Objects of a cluster that Rancher still has. */
export type RancherLeftovers = {
  clusters: ProvisioningCluster[];
  /** Management clusters with any id. After an interrupted creation the cluster's record does not have the id. */
  management: ManagementCluster[];
  registrySecrets: string[];
};

/**
 * Finds all objects that belong to a cluster, and no others. They can then be deleted, and a sweep can prove that none
 * is left.
 */
export type Teardown = {
  servers(session: OpenStack, cluster: Cluster): Promise<Server[]>;
  /** @param isWhole true: all objects of the cluster; false: only the objects of `nodes` */
  leftovers(session: OpenStack, cluster: Cluster, nodes: readonly Node[], isWhole?: boolean): Promise<TenantLeftovers>;
  inRancher(rancher: Rancher, cluster: Cluster): Promise<RancherLeftovers>;
};

/** User data with which a machine that Paddock creates becomes a node. */
export type MachineUserData = {
  /** @throws Misconfigured for a value of a wrong type, and for more user data than Nova accepts */
  render(input: UserDataInput, template?: string): string;
  /** Problems of a provider's own template, as sentences. */
  templateProblems(template: string, withVault: boolean): string[];
};

/** The parts that every driver has here. A driver's state machines are in `statemachines/_drivers`. */
export type DriverParts = {
  plan: DriverPlan;
  /** Observes a cluster. `errors` are from tenants that did not answer. Their servers are not in the observation. */
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
