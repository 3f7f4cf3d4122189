import { dataOf } from '@paddock/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, done } from './client.ts';
import { statusOf } from './failure.ts';

const ME = ['me'];

/** The signed-in user with the roles of the user. Null for somebody who has not signed in. */
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

/** Ends the session. Nothing that was read stays in the page. */
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

/** The address that starts a sign-in and comes back to a page of the console. */
export const signInAddress = (returnTo: string): string =>
  `/api/sign-in/start/?return_to=${encodeURIComponent(returnTo)}`;
