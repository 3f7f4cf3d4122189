import { dataOf } from '@paddock/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, done } from './client.ts';
import { statusOf } from './failure.ts';

const ME = ['me'];

/** Reads the signed-in user and the user's roles. Null if nobody has signed in. */
export function useMe() {
  return useQuery({
    queryKey: ME,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      try {
        return await dataOf(api.GET('/api/users/me/', { signal }));
      } catch (error) {
        if (statusOf(error) === 401) return null;
        throw error;
      }
    },
  });
}

/** Ends the session, and removes all data from the page. */
export function useSignOut() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => done(api.POST('/api/sign-in/end/')),
    onSuccess: () => {
      queries.setQueryData(ME, null);
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME[0] });
    },
  });
}

/**
 * Returns the URL that starts a sign-in. After the sign-in, the browser returns to the page `returnTo`. With `isFresh`,
 * the user has to enter the password again.
 */
export const signInAddress = (returnTo: string, isFresh = false): string =>
  `/api/sign-in/start/?return_to=${encodeURIComponent(returnTo)}${isFresh ? '&fresh=true' : ''}`;
