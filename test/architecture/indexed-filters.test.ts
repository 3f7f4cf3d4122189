import { describe, expect, test } from 'vitest';
import { groupOf, holds } from '#shared/adapters/dynamodb/_core/kind-filters';
import type { FilterTable } from '#shared/contracts/rest/_core/listing';
import { clusterListing } from '#shared/contracts/rest/clusters/rancher-clusters';
import { tenantListing } from '#shared/contracts/rest/infrastructure/openstack-tenants';
import { resourceListing } from '#shared/contracts/rest/marketplace/marketplace-resources';
import { orderListing } from '#shared/contracts/rest/marketplace/orders/marketplace-orders';
import { projectListing } from '#shared/contracts/rest/organizations/projects';
import { lifecycleState } from '#shared/domain/_core/lifecycle-state';
import type { RecordBase } from '#shared/domain/_core/record';
import type { RecordFilters } from '#shared/domain/_core/record-filters';
import { orderState } from '#shared/domain/marketplace/order';
import { resourceState } from '#shared/domain/marketplace/resource';
import { RECORDS } from '#shared/domain/records';
import { aCluster, anOrder, aProject, aResource, aTenant } from '#test/builders/builders';

type Kept<T extends RecordBase> = {
  contract: FilterTable<T>;
  store: RecordFilters<T> | undefined;
  item: T;
  states?: readonly string[];
};
const check =
  <T extends RecordBase>({ contract, store = {}, item, states = [] }: Kept<T>) =>
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
        ...{ contract: clusterListing.filters, store: RECORDS.clusters.filters },
        ...{ item: aCluster(), states: lifecycleState.options },
      }),
    ],
    [
      'orders',
      check({
        ...{ contract: orderListing.filters, store: RECORDS.orders.filters },
        ...{ item: anOrder(), states: orderState.options },
      }),
    ],
    [
      'resources',
      check({
        ...{ contract: resourceListing.filters, store: RECORDS.resources.filters },
        ...{ item: aResource(), states: resourceState.options },
      }),
    ],
    ['projects', check({ contract: projectListing.filters, store: RECORDS.projects.filters, item: aProject() })],
    ['tenants', check({ contract: tenantListing.filters, store: RECORDS.tenants.filters, item: aTenant() })],
  ])('of %s are known to the store, and each state has a list', (_kind, checked) => {
    expect(checked()).toEqual({ unknown: [], withoutList: [] });
  });
});
