import type { DriverName } from '#shared/domain/_core/cluster-driver';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Node } from '#shared/domain/nodes/node';
import type { Look } from '#shared/domain/nodes/observe-nodes';
import type { TenantFacts } from '#shared/domain/planning/cloud-facts';
import type { NodeSpec } from '#shared/domain/planning/node-spec';
import type { OrderAttributes } from '#shared/domain/planning/order-attributes';
import type { Plan, PlanFacts } from '#shared/domain/planning/plan';
import type { FieldErrors } from '#shared/errors';
import type { FloatingIp, OpenStack, Port, Server } from '#shared/ports/openstack';
import type { Rancher } from '#shared/ports/rancher';
import type { ManagementCluster, ProvisioningCluster, RancherNode } from '#shared/ports/rancher-objects';
import type { UserDataInput } from './user-data-input.ts';

/** What an order would make. Pure: the same order and facts give the same plan. */
export type DriverPlan = {
  /** Throws Invalid that names the field of what the clouds do not offer. */
  nodes(order: OrderAttributes, facts: PlanFacts): Plan;
  /** Why the clouds have no room for these nodes, or why they would form no cluster, by field. Empty if neither. */
  problems(nodes: readonly NodeSpec[], tenants: ReadonlyMap<Uuid, TenantFacts>): FieldErrors;
  /** Which nodes are made at once, and which when those are active. */
  waves<T extends { spec: Pick<NodeSpec, 'role'> }>(nodes: readonly T[]): { first: T[]; rest: T[] };
};

/** What a look asks Rancher and the clouds. One run asks each of them once. */
export type LookBackends = {
  /** Undefined: Rancher does not have the cluster, or is deleting it. */
  findCluster(cluster: Cluster): Promise<ManagementCluster | undefined>;
  listJoined(cluster: Cluster, hostnames: readonly string[]): Promise<RancherNode[]>;
  listServers(tenantUuid: Uuid, of: Cluster): Promise<Server[]>;
};

/** What a tenant still has of a cluster when its servers are gone. */
export type TenantLeftovers = { ports: Port[]; floatingIps: FloatingIp[]; volumes: { id: string; status: string }[] };

/** What Rancher still has of a cluster. */
export type RancherLeftovers = {
  clusters: ProvisioningCluster[];
  /** With any id: the id of a cluster is unknown here when its creation was interrupted. */
  management: ManagementCluster[];
  registrySecrets: string[];
};

/** Finds everything of a cluster, and nothing of others, so that it can be deleted and that can be proved. */
export type Teardown = {
  servers(session: OpenStack, cluster: Cluster): Promise<Server[]>;
  /** @param isWhole everything of the cluster, not only what these nodes have */
  leftovers(session: OpenStack, cluster: Cluster, nodes: readonly Node[], isWhole?: boolean): Promise<TenantLeftovers>;
  inRancher(rancher: Rancher, cluster: Cluster): Promise<RancherLeftovers>;
};

/** How the machines that Paddock makes become nodes. */
export type MachineUserData = {
  /** @throws Misconfigured for a value of a wrong type, and for more than Nova accepts */
  render(input: UserDataInput, template?: string): string;
  /** Problems of a provider's own template, as sentences. */
  templateProblems(template: string, withVault: boolean): string[];
};

/** What every driver brings, except its state machines, which `statemachines/_drivers` has. */
export type DriverParts = {
  plan: DriverPlan;
  /** One look at a cluster. `errors` are those of tenants, whose servers are then missing in the look. */
  look(
    backends: LookBackends,
    cluster: Cluster,
    nodes: readonly Node[],
  ): Promise<{ look: Look; errors: readonly unknown[] }>;
  teardown: Teardown;
  /** Absent: others make its machines. */
  userData?: MachineUserData;
};

/** A way of making clusters (docs/spec/design.md#drivers). */
export type Driver = DriverParts & { name: DriverName };
