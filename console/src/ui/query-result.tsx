import { Center, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorAlert } from './error-alert.tsx';

type Query<T> = { data: T | undefined; error: unknown; refetch: () => unknown };
type Props<T> = { query: Query<T>; children: (data: T) => ReactNode };

/** What was read, or that it is being read, or why it could not be read. Old data stays while new data fails. */
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
