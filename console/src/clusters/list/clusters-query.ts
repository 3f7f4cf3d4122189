import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, pageOf } from '../../api/client.ts';
import { PAGE_SIZE, pauseOf } from '../../api/pauses.ts';
import type { ClusterSearch } from './search.ts';

/**
 * Reads one page of the clusters that the user may see. The polling interval is short only while a cluster on the page
 * changes.
 */
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
    refetchInterval: pauseOf,
  });
}

export type Cluster = NonNullable<ReturnType<typeof useClusters>['data']>['items'][number];
