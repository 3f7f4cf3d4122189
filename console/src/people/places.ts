import { useQuery } from '@tanstack/react-query';
import { api, pageOf } from '../api/client.ts';

const ALL = 200;

export type Place = { value: string; label: string; kind: 'customers' | 'projects' };

/** Organizations and projects that the user sees. Each is a place in which people have roles. */
export const usePlaces = () =>
  useQuery({
    queryKey: ['places'],
    queryFn: async ({ signal }): Promise<Place[]> => {
      const call = { signal, params: { query: { page_size: ALL } } };
      const [customers, projects] = await Promise.all([
        pageOf(api.GET('/api/customers/', call)),
        pageOf(api.GET('/api/projects/', call)),
      ]);
      return [
        ...projects.items.map(({ uuid, name }) => ({
          value: uuid,
          label: `Project ${name}`,
          kind: 'projects' as const,
        })),
        ...customers.items.map(({ uuid, name }) => ({
          ...{ value: uuid, label: `Organization ${name}`, kind: 'customers' as const },
        })),
      ];
    },
    staleTime: 60_000,
  });

const WORDS: Readonly<Record<string, string>> = {
  'CUSTOMER.OWNER': 'Owner',
  'PROJECT.MANAGER': 'Manager',
  'PROJECT.ADMIN': 'Administrator',
  'PROJECT.MEMBER': 'Member',
};

/** A role as people call it. */
export const roleText = (name: string): string => WORDS[name] ?? name;
