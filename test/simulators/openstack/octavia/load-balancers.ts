import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Cloud } from '../cloud.ts';
import type { Caller } from '../keystone/caller.ts';
import { makePort, removePort } from '../neutron/ports.ts';
import { NOT_SIMULATED } from '../service.ts';
import {
  isOwn,
  listed,
  octaviaCaller,
  octaviaRefusal,
  octaviaTime,
  ownRow,
  requireMutable,
  requireWriter,
} from './octavia-caller.ts';
import type { LoadBalancer } from './rows.ts';

interface ById {
  Params: { id: string };
}

/** A load balancer with all its parts in one request is not simulated. */
const unplayed = z.array(z.unknown()).max(0, NOT_SIMULATED).optional();
const settings = {
  name: z.string().max(255).optional(),
  description: z.string().max(255).optional(),
  admin_state_up: z.boolean().optional(),
  tags: z.array(z.string().max(255)).optional(),
};
const create = z.strictObject({
  ...settings,
  vip_subnet_id: z.string().nullish(),
  vip_network_id: z.string().nullish(),
  vip_port_id: z.null(NOT_SIMULATED).optional(),
  vip_address: z.string().nullish(),
  provider: z.string().nullish(),
  flavor_id: z.string().nullish(),
  availability_zone: z.string().nullish(),
  project_id: z.string().optional(),
  listeners: unplayed,
  pools: unplayed,
});
const change = z.strictObject(settings);
const FILTERS = [
  ...['id', 'name', 'description', 'project_id', 'tags', 'provider', 'provisioning_status', 'operating_status'],
  ...['vip_address', 'vip_port_id', 'vip_subnet_id', 'vip_network_id', 'admin_state_up', 'flavor_id'],
];
/** The providers of a cloud with Amphora and OVN. */
export const PROVIDERS = ['amphora', 'amphorav2', 'octavia', 'ovn'];

export function viewOf({ octavia }: Cloud, row: LoadBalancer) {
  const parts = [...octavia.parts.values()].filter(({ loadBalancerId }) => loadBalancerId === row.id);
  const idsOf = (kind: string) => parts.filter((part) => part.kind === kind).map(({ id }) => ({ id }));
  return {
    ...row,
    operating_status: row.provisioning_status === 'PENDING_CREATE' ? 'OFFLINE' : 'ONLINE',
    ...{ listeners: idsOf('listener'), pools: idsOf('pool'), vip_qos_policy_id: null, additional_vips: [] },
  };
}

/** The subnet of the virtual address: the given subnet, or the first subnet of the given network. */
function subnetFor({ neutron }: Cloud, given: z.infer<typeof create>): string {
  const inNetwork = [...neutron.subnets.values()].find(({ network_id }) => network_id === given.vip_network_id);
  const id = given.vip_subnet_id ?? inNetwork?.id;
  if (id === undefined)
    throw octaviaRefusal(
      400,
      'Validation failure: VIP must contain one of: vip_port_id, vip_network_id, vip_subnet_id.',
    );
  return id;
}

function requireRoom({ octavia }: Cloud, projectId: string): void {
  const limit = octavia.quotas.get(projectId) ?? -1;
  const held = [...octavia.loadBalancers.values()].filter((one) => one.project_id === projectId).length;
  if (limit >= 0 && held >= limit) throw octaviaRefusal(403, 'Quota has been met for resources: Load Balancer');
}

function make(cloud: Cloud, caller: Caller, given: z.infer<typeof create>): LoadBalancer {
  const owner = given.project_id ?? caller.projectId;
  requireRoom(cloud, owner);
  if (given.provider && !PROVIDERS.includes(given.provider)) {
    throw octaviaRefusal(400, `Validation failure: Provider '${given.provider}' is not enabled.`);
  }
  const subnet = cloud.neutron.subnets.get(subnetFor(cloud, given));
  if (!subnet || !isOwn(caller, subnet))
    throw octaviaRefusal(400, `Validation failure: Subnet ${given.vip_subnet_id} not found.`);
  const id = cloud.newUuid();
  const address = given.vip_address ? { ip_address: given.vip_address } : {};
  // Octavia makes the port for the project, but with the rights of Octavia's own account.
  const port = makePort(
    { cloud, caller: { admin: true, projectId: owner, writer: true } },
    {
      ...{ name: `octavia-lb-${id}`, network_id: subnet.network_id, project_id: owner, admin_state_up: false },
      ...{ fixed_ips: [{ subnet_id: subnet.id, ...address }], device_id: `lb-${id}`, device_owner: 'Octavia' },
    },
  );
  const now = octaviaTime(cloud);
  return {
    ...{ id, name: given.name ?? '', description: given.description ?? '', project_id: owner, tags: given.tags ?? [] },
    ...{ admin_state_up: given.admin_state_up ?? true, provisioning_status: 'PENDING_CREATE', created_at: now },
    ...{ updated_at: null, provider: given.provider ?? 'amphora', flavor_id: given.flavor_id ?? null },
    ...{ availability_zone: given.availability_zone ?? null, vip_address: port.fixed_ips[0]?.ip_address ?? '' },
    ...{ vip_port_id: port.id, vip_subnet_id: subnet.id, vip_network_id: subnet.network_id },
  };
}

/**
 * Marks a load balancer as changing until the change ends. Until then, no other change of the load balancer is
 * accepted.
 */
export function changing(
  cloud: Cloud,
  row: LoadBalancer,
  status: 'PENDING_CREATE' | 'PENDING_UPDATE',
  ms: number,
): void {
  row.provisioning_status = status;
  cloud.clock.after(ms, () => {
    if (row.provisioning_status === status) row.provisioning_status = 'ACTIVE';
  });
}

function remove(cloud: Cloud, row: LoadBalancer): void {
  const { octavia, neutron, clock, delays } = cloud;
  row.provisioning_status = 'PENDING_DELETE';
  clock.after(delays.loadBalancerDelete, () => {
    const port = neutron.ports.get(row.vip_port_id);
    if (port) removePort({ cloud, caller: { admin: true, projectId: row.project_id, writer: true } }, port);
    for (const { id, loadBalancerId } of octavia.parts.values())
      if (loadBalancerId === row.id) octavia.parts.delete(id);
    octavia.loadBalancers.delete(row.id);
  });
}

export function addLoadBalancerRoutes(app: FastifyInstance, cloud: Cloud): void {
  const { octavia } = cloud;
  const own = (caller: Caller, id: string) => ownRow(caller, octavia.loadBalancers, 'Load Balancer', id);

  app.get('/loadbalancers', async (request) => {
    const caller = octaviaCaller(cloud, request);
    const seen = [...octavia.loadBalancers.values()].filter((row) => isOwn(caller, row));
    return listed(
      'loadbalancers',
      seen.map((row) => viewOf(cloud, row)),
      FILTERS,
      request,
    );
  });

  app.post('/loadbalancers', async (request, reply) => {
    const caller = octaviaCaller(cloud, request);
    requireWriter(caller);
    const { loadbalancer } = z.strictObject({ loadbalancer: create }).parse(request.body);
    const row = make(cloud, caller, loadbalancer);
    octavia.loadBalancers.set(row.id, row);
    changing(cloud, row, 'PENDING_CREATE', cloud.delays.loadBalancerCreate);
    return reply.code(201).send({ loadbalancer: viewOf(cloud, row) });
  });

  app.get<ById>('/loadbalancers/:id', async (request) => ({
    loadbalancer: viewOf(cloud, own(octaviaCaller(cloud, request), request.params.id)),
  }));

  app.put<ById>('/loadbalancers/:id', async (request) => {
    const caller = octaviaCaller(cloud, request);
    requireWriter(caller);
    const row = own(caller, request.params.id);
    requireMutable(row);
    const { loadbalancer } = z.strictObject({ loadbalancer: change }).parse(request.body);
    Object.assign(row, loadbalancer, { updated_at: octaviaTime(cloud) });
    changing(cloud, row, 'PENDING_UPDATE', cloud.delays.loadBalancerUpdate);
    return { loadbalancer: viewOf(cloud, row) };
  });

  app.delete<ById>('/loadbalancers/:id', async (request, reply) => {
    const caller = octaviaCaller(cloud, request);
    requireWriter(caller);
    const row = own(caller, request.params.id);
    requireMutable(row);
    const cascades = /[?&]cascade=true/i.test(request.url);
    const hasParts = [...octavia.parts.values()].some(({ loadBalancerId }) => loadBalancerId === row.id);
    if (hasParts && !cascades) {
      throw octaviaRefusal(400, `Validation failure: Cannot delete Load Balancer ${row.id} - it has children`);
    }
    remove(cloud, row);
    return reply.code(204).send();
  });
}
