import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, dataOfWhole, pageOf } from '../../api/client.ts';
import { WHILE_IDLE_MS } from '../../api/pauses.ts';
import { isBusy } from '../../ui/state-label.ts';

const WHILE_BUSY_MS = 2_500;
const EVENTS = 100;
const ORDERS = 10;

type Followed = { state?: string; nodes?: readonly { state: string }[] } | undefined;

/** How often to look at a cluster: often while it, or one of its nodes, changes. Not at all while the tab is hidden. */
export const pauseFor = (cluster: Followed): number =>
  isBusy(cluster?.state) || cluster?.nodes?.some(({ state }) => isBusy(state)) ? WHILE_BUSY_MS : WHILE_IDLE_MS;

export const useCluster = (uuid: string) =>
  useQuery({
    queryKey: ['cluster', uuid],
    queryFn: ({ signal }) =>
      dataOfWhole(api.GET('/api/rancher-clusters/{uuid}/', { signal, params: { path: { uuid } } })),
    refetchInterval: ({ state }) => pauseFor(state.data),
  });

/** A cluster with its nodes. */
export type Cluster = NonNullable<ReturnType<typeof useCluster>['data']>;

/** The order that has deleted a cluster. Null while there is none, or if the user may not see it. */
export const useTermination = (uuid: string) =>
  useQuery({
    queryKey: ['cluster', uuid, 'termination'],
    queryFn: async ({ signal }) => {
      const query = { resource_uuid: uuid, page_size: ORDERS };
      const { items } = await pageOf(api.GET('/api/marketplace-orders/', { signal, params: { query } }));
      return items.find(({ output }) => output !== '') ?? null;
    },
    refetchInterval: ({ state }) => (state.data?.completed_at ? false : WHILE_IDLE_MS),
  });

/** The latest events of a cluster, newest first. They are read again when its state changes: the last event of an operation is new then. */
export const useTimeline = ({ uuid, state }: Pick<Cluster, 'uuid' | 'state'>, pauseMs: number) =>
  useQuery({
    queryKey: ['cluster', uuid, 'events', state],
    placeholderData: keepPreviousData,
    refetchInterval: pauseMs,
    queryFn: ({ signal }) => {
      const params = { path: { uuid }, query: { o: ['-created' as const], page_size: EVENTS } };
      return pageOf(api.GET('/api/rancher-clusters/{uuid}/events/', { signal, params }));
    },
  });
