import { pageIn } from '../../ui/address.ts';

export const STATES = ['OK', 'CREATING', 'UPDATING', 'DELETING', 'ERRED'] as const;
export const ORDERS = { name: 'Name', '-name': 'Name, from Z', '-created': 'Newest', created: 'Oldest' } as const;
export type ClusterOrder = keyof typeof ORDERS;

export type ClusterSearch = {
  query: string;
  state: (typeof STATES)[number] | undefined;
  order: ClusterOrder;
  page: number;
};

const isOneOf = <T extends string>(known: readonly T[], text: string | null): text is T =>
  known.some((one) => one === text);

/** Reads the search from URL parameters such as `?query=web&state=OK&page=2`. Unknown values are ignored. */
export function readSearch(parameters: URLSearchParams): ClusterSearch {
  const [state, order] = [parameters.get('state'), parameters.get('o')];
  return {
    query: parameters.get('query') ?? '',
    state: isOneOf(STATES, state) ? state : undefined,
    order: order !== null && Object.hasOwn(ORDERS, order) ? (order as ClusterOrder) : '-created',
    page: pageIn(parameters),
  };
}
