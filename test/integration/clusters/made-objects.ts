import { z } from 'zod';
import {
  CLUSTER_UUID,
  NODE_UUID,
  type PlannedObjects,
  type PlannedTenant,
  RANCHER_ID,
} from '#shared/domain/infrastructure/planned-objects';
import type { Node } from '#shared/domain/nodes/node';
import { type Begun, clusterOf, nodesOf, type StepWorld, stateOf } from '../_worlds/step-world.ts';

const rows = <T extends z.ZodRawShape>(shape: T) => z.array(z.object(shape));
const cloudState = z.object({
  ports: rows({
    ...{ id: z.string(), name: z.string(), network_id: z.string(), security_groups: z.array(z.string()) },
    fixed_ips: rows({ subnet_id: z.string() }),
  }),
  servers: rows({
    ...{ id: z.string(), name: z.string(), project_id: z.string(), flavor: z.string(), tags: z.array(z.string()) },
    ports: z.array(z.string()),
  }),
  volumes: rows({
    ...{ size: z.int(), volume_type: z.string(), image: z.object({ id: z.string(), name: z.string() }).nullable() },
    attachments: rows({ server_id: z.string(), device: z.string() }),
  }),
  floating_ips: rows({ port_id: z.string().nullable(), floating_network_id: z.string(), description: z.string() }),
});
const rancherState = z.object({
  provisioningClusters: rows({
    ...{ id: z.string(), clusterName: z.string().nullable(), labels: z.record(z.string(), z.string()) },
    spec: z.looseObject({ kubernetesVersion: z.string() }),
  }),
});

/** Cinder's volume type for volumes without an explicit type. */
export const STANDARD_TYPE = '__DEFAULT__';

const sorted = <T>(items: readonly T[]): T[] =>
  [...items].sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
function filled<T>(value: T, { uuid, backendId }: Begun['cluster'], node?: Node): T {
  const text = JSON.stringify(value).replaceAll(CLUSTER_UUID, uuid).replaceAll(RANCHER_ID, backendId);
  return JSON.parse(node === undefined ? text : text.replaceAll(NODE_UUID, node.uuid));
}

/**
 * A tenant's planned objects with filled placeholders. Only the fields that the simulated cloud returns are included.
 */
async function plannedIn(world: StepWorld, begun: Begun, { servers, ports, volumes, floatingIps }: PlannedTenant) {
  const nodes = await nodesOf(world, begun);
  const nodeOf = (name: string) => nodes.find(({ spec }) => name === spec.name || name.startsWith(`${spec.name}.`));
  const images = new Map(servers.map(({ name, image }) => [name, image]));
  const cluster = await clusterOf(world, begun);
  return {
    ports: sorted(ports.map((port) => filled(port, cluster))),
    servers: sorted(
      servers.map(({ name, flavor, tags, port }) =>
        filled({ name, flavor: flavor.name, tags, port }, cluster, nodeOf(name)),
      ),
    ),
    volumes: sorted(
      volumes.map(({ server, device, sizeGb, type = STANDARD_TYPE, mountPoint }) => ({
        ...{ server, device, sizeGb, type },
        image: mountPoint === undefined ? images.get(server) : null,
      })),
    ),
    floatingIps: sorted(floatingIps.map((item) => filled(item, cluster, nodeOf(item.port)))),
  };
}

/** The order's objects in a tenant of the cloud, in the format of the plan. */
async function madeIn(world: StepWorld, begun: Begun, tenantUuid: string) {
  const { backendId } = await world.store.tenants.get(tenantUuid);
  const state = cloudState.parse(await stateOf(world.cloud));
  const tag = `paddock:cluster:${begun.cluster.uuid}`;
  const servers = state.servers.filter((item) => item.project_id === backendId && item.tags.includes(tag));
  const nameOf = (portId: string | null | undefined) => state.ports.find(({ id }) => id === portId)?.name;
  const ports = state.ports.filter(({ id }) => servers.some((server) => server.ports.includes(id)));
  return {
    ports: sorted(
      ports.map(({ name, network_id, fixed_ips: [at], security_groups }) => ({
        ...{ name, networkId: network_id, subnetId: at?.subnet_id, securityGroupIds: security_groups },
      })),
    ),
    servers: sorted(
      servers.map(({ name, flavor, tags, ports: [port] }) => ({ name, flavor, tags, port: nameOf(port) })),
    ),
    volumes: sorted(
      servers.flatMap(({ id, name }) =>
        state.volumes.flatMap(({ attachments: [at], size, volume_type, image }) =>
          at?.server_id === id ? { server: name, device: at.device, sizeGb: size, type: volume_type, image } : [],
        ),
      ),
    ),
    floatingIps: sorted(
      state.floating_ips.flatMap(({ port_id, floating_network_id, description }) =>
        ports.some(({ id }) => id === port_id)
          ? { port: nameOf(port_id), networkId: floating_network_id, description }
          : [],
      ),
    ),
  };
}

async function plannedInRancher({ cluster }: Begun, { rancher }: PlannedObjects) {
  const { name, kubernetesVersion, labels } = filled(rancher.cluster, cluster);
  return { clusters: [{ name, kubernetesVersion, labels }], tokens: [filled(rancher.registrationToken, cluster)] };
}

async function madeInRancher({ rancherSimulator, rancher, settings }: StepWorld, { cluster }: Begun) {
  const { provisioningClusters } = rancherState.parse(await stateOf(rancherSimulator));
  const ours = provisioningClusters.filter(({ labels }) => Object.values(labels).includes(cluster.uuid));
  const session = await rancher.open(settings);
  const tokens = await session.listRegistrationTokens(ours[0]?.clusterName ?? '');
  return {
    clusters: ours.map(({ id, labels, spec: { kubernetesVersion } }) => ({
      ...{ name: id.replace('fleet-default/', ''), kubernetesVersion, labels },
    })),
    // Rancher's own agents have tokens too; only tokens with the cluster's label count
    tokens: tokens.flatMap(({ labels }) =>
      Object.values(labels).includes(cluster.uuid) ? { labels: given(labels) } : [],
    ),
  };
}

/** Removes the label that Rancher adds to every object created through its API. */
const given = ({ 'cattle.io/creator': _, ...labels }: Record<string, string>) => labels;

export async function plannedAndMade(world: StepWorld, begun: Begun, planned: PlannedObjects) {
  const tenants = planned.tenants.map(({ uuid }) => uuid);
  return {
    planned: {
      rancher: await plannedInRancher(begun, planned),
      tenants: await Promise.all(planned.tenants.map((tenant) => plannedIn(world, begun, tenant))),
    },
    made: {
      rancher: await madeInRancher(world, begun),
      tenants: await Promise.all(tenants.map((uuid) => madeIn(world, begun, uuid))),
    },
  };
}
