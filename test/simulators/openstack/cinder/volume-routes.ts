import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Cloud } from '../cloud.ts';
import { baseUrl, type Caller, serviceCaller } from '../keystone/caller.ts';
import { computeRefusal } from '../refusal.ts';
import { requireVolumeQuota } from './quota.ts';
import type { Volume } from './rows.ts';
import { findType, hasSnapshots, storeVolume, volumeNotFound } from './volumes.ts';

interface ById {
  Params: { id: string };
}

const texts = z.record(
  z.string().regex(/^[a-zA-Z0-9-_:. /]{1,255}$/, 'does not match any of the regexes'),
  z.string().max(255),
);
const creation = z.object({
  volume: z.object({
    size: z.coerce.number().int().min(1, 'size must be at least 1'),
    name: z.string().max(255).nullish(),
    description: z.string().max(255).nullish(),
    volume_type: z.string().nullish(),
    imageRef: z.string().nullish(),
    metadata: texts.nullish(),
    availability_zone: z
      .literal('nova', { error: ({ input }) => `Availability zone '${input}' is invalid.` })
      .nullish(),
    snapshot_id: z.string().nullish(),
    source_volid: z.string().nullish(),
    group_id: z.string().nullish(),
    backup_id: z.string().nullish(),
    multiattach: z.literal(false, 'multiattach parameter has been removed.').nullish(),
  }),
});
const change = z.object({
  volume: z.object({
    name: z.string().optional(),
    description: z.string().nullish(),
    metadata: z.record(z.string(), z.string()).optional(),
  }),
});

/** `/v3/volumes`. Making and deleting take some time. An attached volume cannot be deleted. */
export function addVolumeRoutes(app: FastifyInstance, cloud: Cloud): void {
  const callerOf = (request: FastifyRequest) => serviceCaller(cloud, request, 'cinder');

  addMetadataRoutes(app, cloud, callerOf);
  app.get('/volumes', async (request) => listVolumes(cloud, request, ({ id, name }) => ({ id, name, links: [] })));
  app.get('/volumes/detail', async (request) => {
    const caller = callerOf(request);
    return listVolumes(cloud, request, (volume) => volumeView(volume, caller));
  });

  app.post('/volumes', async (request, reply) => {
    const caller = callerOf(request);
    requireWriter(caller, 'volume:create');
    const volume = createVolume(cloud, caller, creation.parse(request.body).volume);
    return reply.code(202).send({ volume: volumeView(volume, caller) });
  });

  app.get<ById>('/volumes/:id', async (request) => {
    const caller = callerOf(request);
    return { volume: volumeView(ownVolume(cloud, caller, request.params.id), caller) };
  });

  app.put<ById>('/volumes/:id', async (request) => {
    const caller = callerOf(request);
    requireWriter(caller, 'volume:update');
    const volume = ownVolume(cloud, caller, request.params.id);
    const { name = volume.name, description, metadata = volume.metadata } = change.parse(request.body).volume;
    Object.assign(volume, {
      name,
      metadata,
      description: description === undefined ? volume.description : description,
    });
    return { volume: volumeView(volume, caller) };
  });

  app.delete<ById>('/volumes/:id', async (request, reply) => {
    const caller = callerOf(request);
    requireWriter(caller, 'volume:delete');
    const volume = ownVolume(cloud, caller, request.params.id);
    const isAtRest = volume.attachments.length === 0 && ['available', 'error'].includes(volume.status);
    if (!isAtRest || hasSnapshots(cloud, volume.id)) {
      const why = 'must not be migrating, attached, belong to a group, have snapshots, awaiting a transfer';
      const message = `Invalid volume: Volume status must be available or error or error_restoring or error_extending or error_managing and ${why}.`;
      throw computeRefusal(400, message);
    }
    volume.status = 'deleting';
    cloud.clock.after(cloud.delays.volumeDelete, () => cloud.cinder.volumes.delete(volume.id));
    return reply.code(202).send();
  });
}

/** `/v3/volumes/{id}/metadata`. */
function addMetadataRoutes(app: FastifyInstance, cloud: Cloud, callerOf: (request: FastifyRequest) => Caller): void {
  app.post<ById>('/volumes/:id/metadata', async (request) => {
    requireWriter(callerOf(request), 'volume:create_volume_metadata');
    const volume = ownVolume(cloud, callerOf(request), request.params.id);
    const { metadata } = z.object({ metadata: texts }).parse(request.body);
    volume.metadata = { ...volume.metadata, ...metadata };
    return { metadata: volume.metadata };
  });

  app.delete<{ Params: { id: string; key: string } }>('/volumes/:id/metadata/:key', async (request, reply) => {
    requireWriter(callerOf(request), 'volume:delete_volume_metadata');
    const volume = ownVolume(cloud, callerOf(request), request.params.id);
    const { [request.params.key]: taken, ...left } = volume.metadata;
    if (taken === undefined) throw computeRefusal(404, 'Metadata item was not found');
    volume.metadata = left;
    return reply.code(200).send();
  });
}

export function requireWriter(caller: Caller, rule: string): void {
  if (!caller.writer) throw computeRefusal(403, `Policy doesn't allow ${rule} to be performed.`);
}

/** @throws Refusal 501 for a copy of an existing volume, 404 for any other source */
function requireSource(
  { snapshot_id, source_volid, group_id, backup_id }: z.infer<typeof creation>['volume'],
  { cinder }: Cloud,
): void {
  if (source_volid && cinder.volumes.has(source_volid)) throw computeRefusal(501, 'not simulated: source_volid');
  if (source_volid) throw volumeNotFound(source_volid);
  const sources = { Snapshot: snapshot_id, Group: group_id, Backup: backup_id };
  for (const [kind, id] of Object.entries(sources)) {
    if (id) throw computeRefusal(404, `${kind} ${id} could not be found.`);
  }
}

function createVolume(cloud: Cloud, caller: Caller, given: z.infer<typeof creation>['volume']): Volume {
  requireSource(given, cloud);
  const type = findType(cloud, given.volume_type || '__DEFAULT__');
  if (!type) throw computeRefusal(404, `Volume type with name ${given.volume_type} could not be found.`);
  const image = given.imageRef ? cloud.glance.images.get(given.imageRef) : undefined;
  if (given.imageRef && !image)
    throw computeRefusal(400, 'Invalid image identifier or unable to access requested image.');
  const wish = { size: given.size, volume_type: type.name, project_id: caller.projectId, user_id: caller.userId };
  requireVolumeQuota(cloud, caller.projectId, wish);
  const { name, description, metadata } = given;
  const details = { name: name ?? '', description, metadata: metadata ?? {}, imageId: image?.id };
  const volume = storeVolume(cloud, { ...wish, ...details }, 'creating');
  cloud.clock.after(cloud.delays.volumeCreate, () => {
    if (volume.status === 'creating') volume.status = 'available';
  });
  return volume;
}

export function ownVolume(cloud: Cloud, caller: Caller, id: string): Volume {
  const volume = cloud.cinder.volumes.get(id);
  if (volume && (caller.admin || volume.project_id === caller.projectId)) return volume;
  throw volumeNotFound(id);
}

/**
 * A cloud without a resource_filters.json ignores the filters `name` and `status`. The real Cinder ignores them only
 * for users who are not administrators.
 */
function listVolumes(cloud: Cloud, request: FastifyRequest, view: (volume: Volume) => object) {
  const caller = serviceCaller(cloud, request, 'cinder');
  const query = new URLSearchParams(request.url.split('?')[1]);
  const everyone = caller.admin && /^(1|true)$/i.test(query.get('all_tenants') ?? '');
  const projectId = (everyone ? query.get('project_id') : undefined) ?? (everyone ? undefined : caller.projectId);
  const mine = [...cloud.cinder.volumes.values()].filter(
    (one) =>
      (projectId === undefined || one.project_id === projectId) &&
      (!cloud.hasResourceFilters || isAskedFor(one, query)),
  );
  const newestFirst = mine.toSorted((a, b) => (`${b.created_at}${b.id}` < `${a.created_at}${a.id}` ? -1 : 1));
  const start = newestFirst.findIndex(({ id }) => id === query.get('marker')) + 1;
  if (query.has('marker') && start === 0) throw volumeNotFound(query.get('marker') ?? '');
  const limit = Number(query.get('limit') ?? 1000);
  const page = newestFirst.slice(start, start + limit);
  if (page.length < limit) return { volumes: page.map(view) };
  query.set('marker', page.at(-1)?.id ?? '');
  const href = `${baseUrl(request)}${request.url.split('?')[0]}?${query}`;
  return { volumes: page.map(view), volumes_links: [{ rel: 'next', href }] };
}

function isAskedFor({ name, status }: Volume, query: URLSearchParams): boolean {
  const matches = (field: string, value: string) => [null, value].includes(query.get(field));
  return matches('name', name) && matches('status', status);
}

function volumeView({ image, bootable, project_id, attachments, ...volume }: Volume, caller: Caller) {
  return {
    ...{ ...volume, bootable: String(bootable), encrypted: false, multiattach: false, links: [] },
    attachments: attachments.map((one) => ({ ...one, volume_id: volume.id, id: volume.id, host_name: null })),
    ...{ snapshot_id: null, source_volid: null, consistencygroup_id: null, updated_at: null, replication_status: null },
    ...(image && { volume_image_metadata: { image_id: image.id, image_name: image.name } }),
    'os-vol-tenant-attr:tenant_id': project_id,
    ...(caller.admin && { 'os-vol-host-attr:host': 'sim@lvm#pool' }),
  };
}
