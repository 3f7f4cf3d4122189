import { z } from 'zod';
import type { Flavor, Image, Subnet, VolumeType } from '#shared/domain/planning/cloud-facts';
import type { Port, Server } from '../../ports/openstack.ts';

export const createdObject = z.object({ id: z.string() });
const named = createdObject.extend({ name: z.string() });

export const flavorReply = named
  .extend({ vcpus: z.number(), ram: z.number(), disk: z.number() })
  .transform(({ id, name, vcpus, ram, disk }): Flavor => ({ id, name, vcpus, ramMb: ram, diskGb: disk }));

/** Nova's names for the numbers by which Nova reports power states. */
const POWER_STATES = new Map([
  [1, 'Running'],
  [3, 'Paused'],
  [4, 'Shutdown'],
  [6, 'Crashed'],
  [7, 'Suspended'],
]);
function stateOf(taskState: string | null | undefined, power: number | null | undefined) {
  const powerState = POWER_STATES.get(power ?? 0);
  return { ...(taskState != null && { taskState }), ...(powerState !== undefined && { powerState }) };
}
const faultOf = ({ message, code }: { message: string; code?: number | undefined }) => ({
  message,
  ...(code !== undefined && { code }),
});

export const serverReply = named.extend({
  tenant_id: z.string(),
  status: z.string(),
  tags: z.array(z.string()),
  addresses: z.record(z.string(), z.array(z.object({ addr: z.string() }))),
  'os-extended-volumes:volumes_attached': z.array(createdObject.extend({ delete_on_termination: z.boolean() })),
  'OS-EXT-STS:task_state': z.string().nullish(),
  'OS-EXT-STS:power_state': z.number().nullish(),
  fault: z.object({ message: z.string(), code: z.number().optional() }).optional(),
});
export const toServer = ({
  id,
  name,
  status,
  tags,
  addresses,
  fault,
  ...server
}: z.infer<typeof serverReply>): Server => ({
  ...stateOf(server['OS-EXT-STS:task_state'], server['OS-EXT-STS:power_state']),
  id,
  name,
  status,
  tags,
  addresses: Object.values(addresses).flatMap((ports) => ports.map(({ addr }) => addr)),
  volumeIds: server['os-extended-volumes:volumes_attached']
    .filter((volume) => volume.delete_on_termination)
    .map(({ id }) => id),
  ...(fault && { fault: faultOf(fault) }),
});

export const imageReply = named.extend({
  status: z.string(),
  visibility: z.string(),
  owner: z.string().nullish(),
  min_disk: z.number(),
  min_ram: z.number(),
  // An image with at least one of these two properties is a rescue image.
  hw_rescue_device: z.string().nullish(),
  hw_rescue_bus: z.string().nullish(),
  // Properties that operators add to images. Glance returns these properties at the same level as its own fields.
  os_distro: z.string().nullish(),
  hw_disk_bus: z.string().nullish(),
  kube_version: z.string().nullish(),
});
export const toImage = (image: z.infer<typeof imageReply>): Image => ({
  id: image.id,
  name: image.name,
  minDiskGb: image.min_disk,
  minRamMb: image.min_ram,
  ...((image.hw_rescue_device || image.hw_rescue_bus) && { isRescue: true as const }),
  ...(image.os_distro && { osDistro: image.os_distro }),
  ...(image.hw_disk_bus && { diskBus: image.hw_disk_bus }),
  ...(image.kube_version && { kubeVersion: image.kube_version }),
});

/**
 * Fields that all objects in Neutron have. `project_id` is required, because an administrator's lists contain objects
 * of all projects.
 */
export const owned = named.extend({ project_id: z.string() });
export const subnetReply = owned.extend({
  network_id: z.string(),
  cidr: z.string(),
  gateway_ip: z.string().nullable(),
  allocation_pools: z.array(z.object({ start: z.string(), end: z.string() })),
  host_routes: z.array(z.unknown()),
  subnetpool_id: z.string().nullish(),
});
export const toSubnet = ({ id, name, cidr, ...subnet }: z.infer<typeof subnetReply>): Subnet => ({
  id,
  name,
  networkId: subnet.network_id,
  cidr,
  gatewayIp: subnet.gateway_ip,
  pools: subnet.allocation_pools,
  hasHostRoutes: subnet.host_routes.length > 0,
  isFromSubnetPool: subnet.subnetpool_id != null,
});
export const portReply = owned.extend({
  network_id: z.string(),
  device_id: z.string(),
  fixed_ips: z.array(z.object({ ip_address: z.string() })),
});
export const toPort = ({ id, name, network_id, device_id, fixed_ips }: z.infer<typeof portReply>): Port => ({
  id,
  name,
  networkId: network_id,
  deviceId: device_id,
  fixedIps: fixed_ips.map(({ ip_address }) => ip_address),
});

export const volumeTypeReply = named.transform(({ id, name }): VolumeType => ({ id, name }));
export const volumeReply = createdObject.extend({
  status: z.string(),
  name: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  'os-vol-tenant-attr:tenant_id': z.string(),
});
