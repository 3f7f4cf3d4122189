import { type ReactNode, useEffect } from 'react';
import type { Page } from '../api/client.ts';
import { isBeyondEnd } from '../api/failure.ts';
import type { Pages } from './address.ts';
import { DataTable, type TableProps } from './data-table.tsx';
import { QueryResult } from './query-result.tsx';

export type ListProps<T> = Omit<TableProps<T>, 'rows' | 'total'> & {
  pages: Pages;
  query: { data: Page<T> | undefined; error: unknown; refetch: () => unknown };
  /** The content that is shown instead of an empty table. */
  empty: ReactNode;
};

/** Shows one page of a list as a table. If the page no longer exists, opens the first page of the list. */
export function ListResult<T>({ query, empty, ...table }: ListProps<T>) {
  const { page, onPage } = table.pages;
  const isGone = isBeyondEnd(query.error, page);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is another one at each look
  useEffect(() => {
    if (isGone) onPage(1, true);
  }, [isGone]);
  return (
    <QueryResult query={isGone ? { ...query, error: null } : query}>
      {({ items, total }) => (total === 0 ? empty : <DataTable {...table} rows={items} total={total} />)}
    </QueryResult>
  );
}
