import { dataOf } from '@paddock/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Cluster } from '../cluster/cluster-query.ts';
import type { Interrupted } from './actions-of.ts';
import { interruptedOf } from './interrupted.ts';

const NOTHING: Interrupted = { rotation: false, change: false };

/** Finds the interrupted operations of a cluster. The data is read only while the cluster is ERRED. */
export function useInterrupted(cluster: Cluster): Interrupted {
  const { uuid, state, order_uuid } = cluster;
  const found = useQuery({
    queryKey: ['cluster', uuid, 'interrupted', state],
    enabled: state === 'ERRED',
    queryFn: async ({ signal }) => {
      const [{ rotation }, order] = await Promise.all([
        dataOf(api.GET('/api/rancher-clusters/{uuid}/certificates/', { signal, params: { path: { uuid } } })),
        dataOf(api.GET('/api/marketplace-orders/{uuid}/', { signal, params: { path: { uuid: order_uuid } } })),
      ]);
      return { rotation: rotation !== null, orderState: order.state ?? '' };
    },
  });
  return state === 'ERRED' && found.data ? interruptedOf(cluster, found.data) : NOTHING;
}
