import { listAll } from '@paddock/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';

export type Place = { value: string; label: string; kind: 'customers' | 'projects' };

/** Reads the organizations and projects that the user may see. Each role belongs to an organization or a project. */
export const usePlaces = () =>
  useQuery({
    queryKey: ['places'],
    queryFn: async ({ signal }): Promise<Place[]> => {
      const [customers, projects] = await Promise.all([
        listAll((page) => api.GET('/api/customers/', { signal, params: { query: { ...page } } })),
        listAll((page) => api.GET('/api/projects/', { signal, params: { query: { ...page } } })),
      ]);
      return [
        ...projects.map(({ uuid, name }) => ({
          value: uuid,
          label: `Project ${name}`,
          kind: 'projects' as const,
        })),
        ...customers.map(({ uuid, name }) => ({
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

/** Returns the display name of a role. */
export const roleText = (name: string): string => WORDS[name] ?? name;
