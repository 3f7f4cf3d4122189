import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, dataOfWhole, pageOf } from '../../api/client.ts';
import { WHILE_IDLE_MS } from '../../api/pauses.ts';
import { isBusy } from '../../ui/state-label.ts';

const WHILE_BUSY_MS = 2_500;
const EVENTS = 100;
const ORDERS = 10;

type Followed = { state?: string; nodes?: readonly { state: string }[] } | undefined;

/**
 * Returns the polling interval of a cluster in milliseconds. The interval is short while the cluster or one of its
 * nodes changes. Nothing is polled while the tab is hidden.
 */
export const pauseFor = (cluster: Followed): number =>
  isBusy(cluster?.state) || cluster?.nodes?.some(({ state }) => isBusy(state)) ? WHILE_BUSY_MS : WHILE_IDLE_MS;

export const useCluster = (uuid: string) =>
  useQuery({
    queryKey: ['cluster', uuid],
    queryFn: ({ signal }) =>
      dataOfWhole(api.GET('/api/rancher-clusters/{uuid}/', { signal, params: { path: { uuid } } })),
    refetchInterval: ({ state }) => pauseFor(state.data),
  });

export type Cluster = NonNullable<ReturnType<typeof useCluster>['data']>;

/** Reads the order that deleted a cluster. Null if no such order exists or the user may not see it. */
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

/**
 * Reads the latest events of a cluster, newest first. A change of the cluster's state causes a new read, because an
 * operation's last event comes with that change.
 */
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
