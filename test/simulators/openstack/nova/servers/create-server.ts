import type { Cloud } from '#test/simulators/openstack/cloud';
import type { Caller } from '#test/simulators/openstack/keystone/caller';
import { computeRefusal } from '#test/simulators/openstack/refusal';
import { novaTime } from '../nova-caller.ts';
import { computeQuota, requireComputeQuota } from '../quota.ts';
import type { Flavor, Server, WantedDisk, WantedNic } from '../rows.ts';
import { wantedDisks } from './disk-requests.ts';
import { groupIds, wantedNics } from './nic-requests.ts';
import type { ServerRequest } from './server-request.ts';

/** The only availability zone. */
export const AVAILABILITY_ZONE = 'nova';

export interface AcceptedServer {
  server: Server;
  disks: WantedDisk[];
  nics: WantedNic[];
}

/** Checks what Nova checks before it answers 202, and stores the server in BUILD. @throws Refusal 400, 403 or 409 */
export function acceptServer(cloud: Cloud, caller: Caller, request: ServerRequest, groupHint?: string): AcceptedServer {
  const flavor = flavorOf(cloud, request.flavorRef);
  requireUserData(request.user_data);
  const diskRequests = request.block_device_mapping_v2 ?? [];
  const imageId = bootImage(cloud, request, flavor);
  const disks = wantedDisks(cloud, caller, diskRequests);
  const nics = wantedNics(cloud, caller, request.networks);
  const securityGroups = request.security_groups?.map(({ name }) => name) ?? ['default'];
  groupIds(cloud, caller.projectId, securityGroups);
  requireKeyPair(cloud, caller, request.key_name);
  requireZone(request.availability_zone);
  requireServerGroup(cloud, caller, groupHint);
  requireComputeQuota(cloud, caller.projectId, flavor, 1);
  const server = newServer(cloud, caller, request, { flavor, imageId, securityGroups });
  server.serverGroupId = groupHint ?? null;
  cloud.nova.servers.set(server.id, server);
  return { server, disks, nics };
}

function newServer(
  cloud: Cloud,
  caller: Caller,
  request: ServerRequest,
  resolved: Pick<Server, 'flavor' | 'imageId' | 'securityGroups'>,
): Server {
  const now = novaTime(cloud);
  return {
    ...resolved,
    ...{ id: cloud.newUuid(), name: request.name, project_id: caller.projectId, user_id: caller.userId },
    ...{ created: now, updated: now, status: 'BUILD', taskState: 'scheduling', fault: null, launchedAt: null },
    ...{
      metadata: request.metadata ?? {},
      tags: [...new Set(request.tags)].sort(),
      description: request.description ?? null,
      hostname: 'hostname' in request && typeof request.hostname === 'string' ? request.hostname : undefined,
    },
    ...{ keyName: request.key_name ?? null, configDrive: request.config_drive ? 'True' : '' },
    ...{ userData: request.user_data ?? null, availabilityZone: AVAILABILITY_ZONE },
    ...{ serverGroupId: null, nics: [], volumes: [] },
  };
}

function flavorOf(cloud: Cloud, ref: string): Flavor {
  const flavor = cloud.nova.flavors.get(ref.split('/').at(-1) ?? '');
  if (!flavor) throw computeRefusal(400, `Flavor ${ref} could not be found.`);
  return flavor;
}

/** '' for a boot from volume. */
function bootImage(
  cloud: Cloud,
  { imageRef = '', block_device_mapping_v2: disks = [] }: ServerRequest,
  flavor: Flavor,
): string {
  if (imageRef === '' && disks.length > 0) return '';
  const image = cloud.glance.images.get(imageRef);
  if (imageRef === '') throw computeRefusal(400, 'Invalid imageRef provided.');
  if (!image) throw computeRefusal(400, `Can not find requested image`);
  if (flavor.disk < image.min_disk) throw computeRefusal(400, "Flavor's disk is too small for requested image.");
  return image.id;
}

/** Python's decoder skips characters that are not base64, so «%%%» passes. Only the padding has to be right. */
function requireUserData(data: string | null | undefined): void {
  const kept = (data ?? '').replaceAll(/[^A-Za-z0-9+/=]/g, '');
  if (kept.length % 4 !== 0) throw computeRefusal(400, 'User data needs to be valid base 64.');
}

function requireKeyPair({ nova }: Cloud, caller: Caller, name: string | undefined): void {
  if (name === undefined || nova.keyPairs.has(`${caller.userId} ${name}`)) return;
  throw computeRefusal(400, 'Invalid key_name provided.');
}

function requireZone(name: string | null | undefined): void {
  if ((name ?? AVAILABILITY_ZONE) === AVAILABILITY_ZONE) return;
  throw computeRefusal(400, 'The requested availability zone is not available');
}

function requireServerGroup(cloud: Cloud, { projectId }: Caller, id: string | undefined): void {
  if (id === undefined) return;
  if (cloud.nova.serverGroups.get(id)?.project_id !== projectId) {
    throw computeRefusal(400, `Instance group ${id} could not be found.`);
  }
  const limit = computeQuota(cloud, projectId).server_group_members ?? -1;
  const members = [...cloud.nova.servers.values()].filter(({ serverGroupId }) => serverGroupId === id);
  if (limit >= 0 && members.length >= limit) throw computeRefusal(403, 'Quota exceeded, too many servers in group');
}
