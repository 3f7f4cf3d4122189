import type { Tenancy } from './seed-clusters.ts';

export type Filter = 'unfiltered' | 'by project' | 'by customer' | 'by state';
export type ListCase = {
  /** As it is in the figure's name. */
  name: string;
  caller: 'owner' | 'staff';
  query: string;
  pageSize: number;
  /** Whether design decision 16 bounds its cost. */
  isBounded: boolean;
  note?: string;
};

const PAGE_SIZES = [10, 100];
/** "The first ten pages" are bounded; this is the last of them, and one far behind. */
const LAST_BOUNDED_PAGE = 10;
const DEEP_PAGE = 90;

const queryOf = (filter: Filter, { customerUuid, projectUuids: [projectUuid = ''] }: Tenancy): string =>
  ({
    unfiltered: '',
    'by project': `project_uuid=${projectUuid}`,
    'by customer': `customer_uuid=${customerUuid}`,
    'by state': 'state=ERRED',
  })[filter];

const FILTERS: readonly Filter[] = ['unfiltered', 'by project', 'by customer', 'by state'];

/** Both callers, both page sizes, each filter. */
export function listCases(tenancy: Tenancy): ListCase[] {
  return PAGE_SIZES.flatMap((pageSize) =>
    FILTERS.flatMap((filter) =>
      (['owner', 'staff'] as const).map((caller) => ({
        name: `page of ${pageSize} ${filter}, ${caller}`,
        caller,
        pageSize,
        isBounded: true,
        query: `page_size=${pageSize}&${queryOf(filter, tenancy)}`,
      })),
    ),
  );
}

/** What it costs to turn many pages; only where there are so many. */
export const deepCases = (): ListCase[] =>
  [LAST_BOUNDED_PAGE, DEEP_PAGE].map((page) => ({
    name: `page ${page} of 100, staff`,
    caller: 'staff',
    pageSize: 100,
    isBounded: false,
    query: `page_size=100&page=${page}`,
  }));
