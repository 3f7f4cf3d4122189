import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, pageOf } from '../../api/client.ts';
import { isBusy } from '../../ui/state-label.ts';
import type { ClusterSearch } from './search.ts';

export const PAGE_SIZE = 20;
const WHILE_BUSY_MS = 3_000;
const WHILE_IDLE_MS = 30_000;

/** One page of the clusters that the user sees. It is read often only while one of them changes. */
export function useClusters({ query, state, order, page }: ClusterSearch) {
  return useQuery({
    queryKey: ['clusters', { query, state, order, page }],
    queryFn: ({ signal }) => {
      const parameters = {
        ...(query !== '' && { query }),
        ...(state && { state: [state] }),
        ...{ o: [order], page, page_size: PAGE_SIZE },
      };
      return pageOf(api.GET('/api/rancher-clusters/', { signal, params: { query: parameters } }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.items.some((cluster) => isBusy(cluster.state)) ? WHILE_BUSY_MS : WHILE_IDLE_MS,
  });
}

/** A row of the list. */
export type Cluster = NonNullable<ReturnType<typeof useClusters>['data']>['items'][number];
