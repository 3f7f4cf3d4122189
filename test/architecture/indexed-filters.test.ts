import { describe, expect, test } from 'vitest';
import {
  CLUSTER_FILTERS,
  ORDER_FILTERS,
  PROJECT_FILTERS,
  RESOURCE_FILTERS,
  TENANT_FILTERS,
} from '#shared/adapters/dynamodb/filters-of-kinds';
import { groupOf, holds, type KindFilters } from '#shared/adapters/dynamodb/kind-filters';
import type { FilterTable } from '#shared/contracts/rest/listing';
import { orderListing } from '#shared/contracts/rest/marketplace-orders';
import { resourceListing } from '#shared/contracts/rest/marketplace-resources';
import { tenantListing } from '#shared/contracts/rest/openstack-tenants';
import { projectListing } from '#shared/contracts/rest/projects';
import { clusterListing } from '#shared/contracts/rest/rancher-clusters';
import { lifecycleState } from '#shared/domain/cluster';
import { orderState } from '#shared/domain/order';
import type { RecordBase } from '#shared/domain/record';
import { resourceState } from '#shared/domain/resource';
import { aCluster, anOrder, aProject, aResource, aTenant } from '#test/builders';

type Kept<T extends RecordBase> = {
  contract: FilterTable<T>;
  store: KindFilters<T>;
  item: T;
  states?: readonly string[];
};
const check =
  <T extends RecordBase>({ contract, store, item, states = [] }: Kept<T>) =>
  () => ({
    unknown: (contract.indexed ?? []).filter((filter) => {
      try {
        return holds(store, { [filter]: ['what no record has'] }, item);
      } catch {
        return true;
      }
    }),
    withoutList: states.filter((state) => groupOf(store, { ...item, state }) === undefined),
  });

describe('filters that the contract says have an index', () => {
  test.each([
    [
      'clusters',
      check({
        ...{ contract: clusterListing.filters, store: CLUSTER_FILTERS },
        ...{ item: aCluster(), states: lifecycleState.options },
      }),
    ],
    [
      'orders',
      check({
        ...{ contract: orderListing.filters, store: ORDER_FILTERS },
        ...{ item: anOrder(), states: orderState.options },
      }),
    ],
    [
      'resources',
      check({
        ...{ contract: resourceListing.filters, store: RESOURCE_FILTERS },
        ...{ item: aResource(), states: resourceState.options },
      }),
    ],
    ['projects', check({ contract: projectListing.filters, store: PROJECT_FILTERS, item: aProject() })],
    ['tenants', check({ contract: tenantListing.filters, store: TENANT_FILTERS, item: aTenant() })],
  ])('of %s are known to the store, and each state has a list', (_kind, checked) => {
    expect(checked()).toEqual({ unknown: [], withoutList: [] });
  });
});
