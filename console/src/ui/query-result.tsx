import { Center, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorAlert } from './error-alert.tsx';

type Query<T> = { data: T | undefined; error: unknown; refetch: () => unknown };
type Props<T> = { query: Query<T>; children: (data: T) => ReactNode };

/** Shows the data of a query, a loading state, or the error. If a later read fails, the old data stays visible. */
export function QueryResult<T>({ query, children }: Props<T>) {
  const { data, error, refetch } = query;
  if (data === undefined && error) return <ErrorAlert error={error} onRetry={() => refetch()} />;
  if (data === undefined) {
    return (
      <Center p="xl" role="status" aria-label="Loading">
        <Loader />
      </Center>
    );
  }
  return (
    <>
      {error ? <ErrorAlert error={error} onRetry={() => refetch()} /> : null}
      {children(data)}
    </>
  );
}
