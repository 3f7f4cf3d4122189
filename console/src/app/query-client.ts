import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';

const MOST_RETRIES = 2;

const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** A session that has ended leads to the sign-in page. Only failures that can pass by themselves are tried again. */
export function makeQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof ApiError && error.status === 401) client.setQueryData(['me'], null);
      },
    }),
    defaultOptions: {
      queries: { retry: (count, error) => count < MOST_RETRIES && isTemporary(error), staleTime: 5_000 },
    },
  });
  return client;
}
