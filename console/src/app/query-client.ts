import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isTemporary, statusOf } from '../api/failure.ts';

const MAX_RETRIES = 2;

/** A session that has ended leads to the sign-in page. Only failures that can pass by themselves are tried again. */
export function makeQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    if (statusOf(error) === 401) client.setQueryData(['me'], null);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry: (count, error) => count < MAX_RETRIES && isTemporary(error), staleTime: 5_000 },
    },
  });
  return client;
}
