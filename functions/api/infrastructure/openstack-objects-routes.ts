import { selectTenants } from '#shared/app/infrastructure/select-tenants';
import { clustersOfMachines } from '#shared/app/nodes/clusters-of-machines';
import { clusterApiImages } from '#shared/contracts/rest/cluster-api/cluster-api-images';
import {
  openstackFlavors,
  openstackImages,
  openstackVolumeTypes,
} from '#shared/contracts/rest/infrastructure/openstack-cloud-objects';
import type { OpenStackCollection } from '#shared/contracts/rest/infrastructure/openstack-collection';
import type { FoundRow, Known } from '#shared/contracts/rest/infrastructure/openstack-rows';
import {
  type CloudMachine,
  openstackInstances,
  openstackNetworks,
  openstackSecurityGroups,
  openstackSubnets,
} from '#shared/contracts/rest/infrastructure/openstack-tenant-objects';
import { instanceUuid, openstackUuid, parseUuid } from '#shared/domain/_core/identifier';
import { operatingSystemOf } from '#shared/domain/planning/cluster-api/machine-image';
import type { Tenant } from '#shared/domain/planning/tenant';
import { noMatch } from '#shared/errors';
import type { OpenStack, Server } from '#shared/ports/openstack';
import type { OpenStackSessions } from '#shared/ports/openstack/openstack-sessions';
import type { PageRequest, Store } from '#shared/ports/store';
import { readFilters, uuidParams } from '../_http/lists/filters.ts';
import { listReply, refuseUnknown } from '../_http/lists/list-reply.ts';
import { pageOf } from '../_http/lists/paging.ts';
import { ok } from '../_http/replies.ts';
import type { Call, Routes } from '../_http/router.ts';
import { readFlavorFilters } from './offered-flavors.ts';

type Deps = {
  store: Pick<Store, 'tenants' | 'nodes' | 'clusters'>;
  openstack: Pick<OpenStackSessions, 'open'>;
};
type Read<T> = (session: OpenStack) => Promise<readonly T[]>;
/** Adds more data to the rows of the requested page, for example the cluster of each machine. */
type Complete<T extends Known> = (call: Call, rows: readonly FoundRow<T>[]) => Promise<FoundRow<T>[]>;

type Extras<T extends Known> = {
  complete?: Complete<T>;
  /** Reads filters that only one kind of object has, such as the filters of flavors. */
  narrow?: (call: Call) => Promise<(row: FoundRow<T>) => boolean>;
};

/** Finds the tenants that match the query and that the caller may see. */
const askedBy = (deps: Deps, call: Call, places: OpenStackCollection<Known, unknown>['places']) => {
  const { query } = call.request;
  const { matches = () => true, customerUuid, projectUuid } = readFilters(call, places);
  const tenantUuids = ['tenant_uuid', 'tenant'].map((name) => uuidParams(query, name)).find(({ length }) => length > 0);
  return selectTenants(deps, call.caller, {
    tenantUuids: tenantUuids ?? [],
    matches,
    ...(customerUuid !== undefined && { customerUuid }),
    ...(projectUuid !== undefined && { projectUuid }),
  });
};

/**
 * Reads objects of one kind from all tenants at the same time. If the cloud of a tenant fails, its error is in
 * `failures`.
 */
async function readAll<T extends Known>(
  { openstack }: Deps,
  tenants: readonly Tenant[],
  kind: OpenStackCollection<T, unknown>['kind'],
  read: Read<T>,
): Promise<{ rows: FoundRow<T>[]; failures: unknown[] }> {
  const rowsOf = async (tenant: Tenant) => {
    const things = await read(await openstack.open(tenant));
    const uuidOf = ({ id }: T) =>
      kind === 'instance' ? instanceUuid(tenant.uuid, id) : openstackUuid(tenant.settingsUuid, kind, id);
    return things.map((thing): FoundRow<T> => ({ ...tenant, thing: { ...thing, uuid: uuidOf(thing) } }));
  };
  const answers = await Promise.allSettled(tenants.map(rowsOf));
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const failures = answers.flatMap((answer): unknown[] => (answer.status === 'rejected' ? [answer.reason] : []));
  const rows = [...new Map(found.toReversed().map((row) => [row.thing.uuid, row])).values()].toReversed();
  return { rows, failures };
}

function flatRoutes<T extends Known, V>(
  deps: Deps,
  { kind, places, listing }: OpenStackCollection<T, V>,
  read: Read<T>,
  { complete = async (_call, rows) => [...rows], narrow = async () => () => true }: Extras<T> = {},
): Routes {
  return {
    'GET /': async (call) => {
      refuseUnknown(call.request.query, listing.filters);
      const { matches = () => true } = readFilters(call, listing.filters);
      const isAsked = await narrow(call);
      const { rows: all, failures } = await readAll(deps, await askedBy(deps, call, places), kind, read);
      // If the cloud of one tenant has failed, the whole list fails, because a list without this tenant's objects would
      // look complete.
      if (failures.length > 0) throw failures[0];
      const rows = all.filter((row) => matches(row) && isAsked(row));
      const list = async (page: PageRequest) => {
        const { items, total } = await pageOf(rows)(page);
        return { items: await complete(call, items), total };
      };
      return listReply(call, list, listing);
    },
    'GET /{uuid}/': async (call) => {
      const wanted = parseUuid(call.params.uuid ?? '');
      if (wanted === undefined) throw noMatch('object');
      const { rows, failures } = await readAll(deps, await askedBy(deps, call, places), kind, read);
      const [found] = await complete(
        call,
        rows.filter(({ thing }) => thing.uuid === wanted),
      );
      if (found === undefined) throw failures[0] ?? noMatch('object');
      return ok(listing.schema, listing.view(call.link, found));
    },
  };
}

/** Adds to each machine the cluster to which it belongs. */
const withClusters =
  (deps: Deps): Complete<CloudMachine & Server> =>
  async ({ caller }, rows) => {
    const clusters = await clustersOfMachines(
      deps,
      caller,
      rows.map(({ thing }) => thing),
    );
    return rows.map((row) => {
      const cluster = clusters.get(row.thing.id);
      return cluster === undefined ? row : { ...row, thing: { ...row.thing, cluster } };
    });
  };

export const openstackFlavorsRoutes = (deps: Deps & { store: Pick<Store, 'offerings'> }) =>
  flatRoutes(deps, openstackFlavors, (it) => it.listFlavors(), {
    narrow: async (call) => {
      const isAsked = await readFlavorFilters(deps, call);
      return ({ settingsUuid, thing: { name } }) => isAsked({ name, settingsUuid });
    },
  });
export const openstackImagesRoutes = (deps: Deps) => flatRoutes(deps, openstackImages, (it) => it.listImages());
export const clusterApiImagesRoutes = (deps: Deps) =>
  flatRoutes(deps, clusterApiImages, async (it) =>
    (await it.listImages()).filter((image) => operatingSystemOf(image) !== undefined),
  );
export const openstackVolumeTypesRoutes = (deps: Deps) =>
  flatRoutes(deps, openstackVolumeTypes, (it) => it.listVolumeTypes());
export const openstackSubnetsRoutes = (deps: Deps) => flatRoutes(deps, openstackSubnets, (it) => it.listSubnets());
export const openstackNetworksRoutes = (deps: Deps) => flatRoutes(deps, openstackNetworks, (it) => it.listNetworks());
export const openstackSecurityGroupsRoutes = (deps: Deps) =>
  flatRoutes(deps, openstackSecurityGroups, (it) => it.listSecurityGroups());
export const openstackInstancesRoutes = (deps: Deps) =>
  flatRoutes<CloudMachine & Server, unknown>(deps, openstackInstances, (it) => it.listServers(), {
    complete: withClusters(deps),
  });
