import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isTemporary, statusOf } from '../api/failure.ts';

const MAX_RETRIES = 2;

/**
 * Makes the query client. If the session has ended, the console shows the sign-in page. Only temporary failures are
 * retried.
 */
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
