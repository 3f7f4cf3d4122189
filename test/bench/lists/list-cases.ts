import type { Tenancy } from './seed-lists.ts';

export type ListCase = {
  /** The case's name, as it appears in the names of the measured figures. */
  name: string;
  caller: 'owner' | 'staff';
  /** `rancher-clusters`. */
  list: string;
  query: string;
  pageSize: number;
  /**
   * Whether the list's cost has an upper bound for any number of clusters (docs/spec/design.md#one-table,
   * docs/filters.md).
   */
  isBounded: boolean;
  note?: string;
};
/**
 * A list request without page and caller. The default `list` is the list of clusters. `note` explains why the cost has
 * no bound. For an owner, `forOwner` replaces `note`.
 */
type Asked = { name: string; list?: string; query: string; note?: string; forOwner?: string };

export const CLUSTERS = 'rancher-clusters';
const PAGE_SIZES = [10, 100];
/**
 * The design bounds the cost of the first ten pages. The cases test the last bounded page, and a page far behind it.
 */
const LAST_BOUNDED_PAGE = 10;
const DEEP_PAGE = 90;
/** The filter that Waldur's site agent uses. */
const OPEN_ORDERS = 'state=pending-provider&state=executing';
const COUNTS_MANY = 'most fit: the database counts them, a call for each megabyte of entries';

/** The filter by state and project uses the third project, because the first failed cluster is in that project. */
const ofClusters = ({
  customerUuid,
  projectUuids: [projectUuid = '', , failed = ''],
  settingsUuid,
}: Tenancy): Asked[] => [
  { name: 'unfiltered', query: '' },
  { name: 'by project', query: `project_uuid=${projectUuid}` },
  { name: 'by customer', query: `customer_uuid=${customerUuid}` },
  { name: 'by state', query: 'state=ERRED' },
  { name: 'by two states', query: 'state=ERRED&state=CREATING' },
  { name: 'by state and project', query: `state=ERRED&project_uuid=${failed}` },
  { name: 'by state and provider', query: `state=ERRED&service_settings_uuid=${settingsUuid}` },
  { name: 'by name', query: 'name_exact=cluster-50' },
  { name: 'by name and project', query: `name_exact=cluster-0&project_uuid=${projectUuid}` },
  {
    ...{ name: 'by part of the name', query: 'name=R-50' },
    forOwner: '1 MB has the names of 7,400 clusters of one customer',
  },
  { name: 'by backend id', query: 'backend_id=c-m-50' },
  { name: 'by state of most', query: 'state=OK', note: COUNTS_MANY },
  { name: 'by provider of all', query: `service_settings_uuid=${settingsUuid}`, note: COUNTS_MANY },
  { name: 'by part of all names', query: 'name=cluster', note: 'the keys of all are read' },
];

const ofOthers = ({ projectUuids: [projectUuid = ''], offeringUuid, ...tenancy }: Tenancy): Asked[] => [
  { name: 'nodes by cluster', list: 'rancher-nodes', query: `cluster_uuid=${tenancy.wideClusterUuid}` },
  {
    name: 'orders by offering and states',
    list: 'marketplace-orders',
    query: `offering_uuid=${offeringUuid}&${OPEN_ORDERS}`,
  },
  { name: 'orders by state', list: 'marketplace-orders', query: 'state=erred' },
  { name: 'orders by resource', list: 'marketplace-orders', query: `resource_uuid=${tenancy.resourceUuid}` },
  {
    name: 'resources by name and project',
    list: 'marketplace-resources',
    query: `name_exact=cluster-0&project_uuid=${projectUuid}`,
  },
  { name: 'resources by two states', list: 'marketplace-resources', query: 'state=Erred&state=Creating' },
  {
    ...{ name: 'resources by offering and states', list: 'marketplace-resources' },
    ...{ query: `offering_uuid=${offeringUuid}&state=OK&state=Erred`, note: COUNTS_MANY },
  },
];

export function listCases(tenancy: Tenancy): ListCase[] {
  return PAGE_SIZES.flatMap((pageSize) =>
    [...ofClusters(tenancy), ...ofOthers(tenancy)].flatMap(({ name, list = CLUSTERS, query, note, forOwner }) =>
      (['owner', 'staff'] as const).map((caller) => {
        const noted = (caller === 'owner' ? forOwner : undefined) ?? note;
        return {
          ...{ name: `page of ${pageSize} ${name}, ${caller}`, caller, list, pageSize },
          isBounded: noted === undefined,
          query: `page_size=${pageSize}&${query}`,
          ...(noted !== undefined && { note: noted }),
        };
      }),
    ),
  );
}

/** Cases for deep pages. They need a large number of clusters. */
export const deepCases = (): ListCase[] =>
  [LAST_BOUNDED_PAGE, DEEP_PAGE].map((page) => ({
    name: `page ${page} of 100, staff`,
    caller: 'staff',
    list: CLUSTERS,
    pageSize: 100,
    isBounded: false,
    query: `page_size=100&page=${page}`,
  }));
