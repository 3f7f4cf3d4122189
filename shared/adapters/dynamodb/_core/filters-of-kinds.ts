import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Order } from '#shared/domain/marketplace/order';
import type { Resource } from '#shared/domain/marketplace/resource';
import type { Project } from '#shared/domain/organizations/project';
import type { Tenant } from '#shared/domain/planning/tenant';
import type { KindFilters } from './kind-filters.ts';

type InBackend = { backendId: string };
const BY_BACKEND_ID = {
  of: ({ backendId }: InBackend) => backendId || undefined,
  filters: { backend_id: ({ backendId }: InBackend) => [backendId] },
};

/** Most clusters rest: those at work, and those that failed, are what is looked for. */
export const CLUSTER_FILTERS: KindFilters<Cluster> = {
  states: {
    of: ({ state }) => state,
    groups: {
      resting: ['OK'],
      others: [
        ...['CREATION_SCHEDULED', 'CREATING', 'UPDATE_SCHEDULED', 'UPDATING'],
        ...['DELETION_SCHEDULED', 'DELETING', 'ERRED'],
      ],
    },
    marks: { service_settings_uuid: ({ settingsUuid }) => settingsUuid },
  },
  name: ({ name }) => name,
  match: BY_BACKEND_ID,
};

export const ORDER_FILTERS: KindFilters<Order> = {
  states: {
    of: ({ state }) => state,
    groups: {
      open: ['pending-consumer', 'pending-provider', 'executing'],
      done: ['done'],
      failed: ['erred', 'canceled', 'rejected'],
    },
    marks: { offering_uuid: ({ offeringUuid }) => offeringUuid, type: ({ type }) => type },
  },
  match: {
    of: ({ resourceUuid }) => resourceUuid,
    filters: {
      resource_uuid: ({ resourceUuid, clusterUuid }) => [
        resourceUuid,
        ...(clusterUuid === undefined ? [] : [clusterUuid]),
      ],
      marketplace_resource_uuid: ({ resourceUuid }) => [resourceUuid],
    },
  },
};

/** Its cluster, which has the id that it goes by at its backend; what a site agent looks after has that id itself. */
const behindResource = ({ clusterUuid, siteAgent }: Resource): string | undefined =>
  clusterUuid ?? (siteAgent?.backendId || undefined);

export const RESOURCE_FILTERS: KindFilters<Resource> = {
  states: {
    of: ({ state }) => state,
    groups: {
      resting: ['OK'],
      others: ['Creating', 'Updating', 'Erred', 'Terminating'],
      ended: ['Terminated'],
    },
    marks: {
      offering_uuid: ({ offeringUuid }) => offeringUuid,
      managed: ({ managed }) => (managed ? 'true' : undefined),
    },
  },
  name: ({ name }) => name,
  match: {
    of: behindResource,
    filters: {
      resource_uuid: ({ clusterUuid }) => (clusterUuid === undefined ? [] : [clusterUuid]),
      backend_id: (resource) => [behindResource(resource) ?? ''],
    },
  },
};

export const PROJECT_FILTERS: KindFilters<Project> = {
  name: ({ name }) => name,
  match: { of: ({ slug }) => slug, filters: { slug: ({ slug }) => [slug] } },
};

export const TENANT_FILTERS: KindFilters<Tenant> = {
  name: ({ name }) => name,
  match: BY_BACKEND_ID,
};
