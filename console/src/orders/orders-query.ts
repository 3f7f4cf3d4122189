import { dataOf } from '@paddock/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, done, pageOf } from '../api/client.ts';
import { PAGE_SIZE, pauseOf } from '../api/pauses.ts';
import { useChange } from '../api/use-change.ts';
import type { Decision } from './decisions.ts';

export const ORDER_STATES = [
  ...(['pending-consumer', 'pending-provider', 'executing', 'done'] as const),
  ...(['erred', 'canceled', 'rejected'] as const),
];
export type OrderState = (typeof ORDER_STATES)[number];
export type OrderSearch = { state?: OrderState | undefined; forProvider?: boolean; page: number };

/** Reads one page of the orders that the user may see, newest first. */
export const useOrders = ({ state, forProvider = false, page }: OrderSearch) =>
  useQuery({
    queryKey: ['orders', { state, forProvider, page }],
    queryFn: ({ signal }) => {
      const query = {
        ...(state && { state: [state] }),
        ...(forProvider && { can_approve_as_provider: true }),
        ...{ page, page_size: PAGE_SIZE },
      };
      return pageOf(api.GET('/api/marketplace-orders/', { signal, params: { query } }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: pauseOf,
  });
export type Order = NonNullable<ReturnType<typeof useOrders>['data']>['items'][number];

function decide(uuid: string, state: string, decision: Decision, comment: string): Promise<unknown> {
  const params = { path: { uuid } };
  if (decision === 'retry') return dataOf(api.POST('/api/marketplace-orders/{uuid}/retry/', { params }));
  const isProvider = state === 'pending-provider';
  if (decision === 'approve') {
    return isProvider
      ? dataOf(api.POST('/api/marketplace-orders/{uuid}/approve_by_provider/', { params, body: {} }))
      : dataOf(api.POST('/api/marketplace-orders/{uuid}/approve_by_consumer/', { params }));
  }
  return isProvider
    ? done(
        api.POST('/api/marketplace-orders/{uuid}/reject_by_provider/', {
          params,
          body: { provider_rejection_comment: comment },
        }),
      )
    : done(
        api.POST('/api/marketplace-orders/{uuid}/reject_by_consumer/', {
          params,
          body: { consumer_rejection_comment: comment },
        }),
      );
}

type Given = { decision: Decision; comment: string };

export const useDecision = ({ uuid, state }: Pick<Order, 'uuid' | 'state'>, onDone: () => void) =>
  useChange(({ decision, comment }: Given) => decide(uuid, state, decision, comment), onDone);
