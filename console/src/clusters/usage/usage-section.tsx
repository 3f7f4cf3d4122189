import { Paper, Progress, Stack, Text } from '@mantine/core';
import { listAll } from '@paddock/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { QueryResult } from '../../ui/query-result.tsx';
import { barLengths, monthTotals } from './month-totals.ts';

/** Shows the usage and the cost of a cluster by month. */
export function UsageSection({ resource }: { resource: string }) {
  const usages = useQuery({
    queryKey: ['usage', resource],
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      listAll((page) =>
        api.GET('/api/marketplace-component-usages/', {
          signal,
          params: { query: { resource_uuid: resource, ...page } },
        }),
      ),
  });
  return (
    <Paper withBorder p="md">
      <QueryResult query={usages}>
        {(items) => {
          const months = monthTotals(items);
          const bars = barLengths(months);
          if (months.length === 0) return <Text c="dimmed">No usage is recorded for this cluster.</Text>;
          return (
            <Stack gap="sm">
              {months.map(({ month, lines, cost, currency }, index) => (
                <div key={month}>
                  <Text size="sm" fw={600}>
                    {month}: {cost === null ? '–' : `${cost.toFixed(2)} ${currency}`}
                  </Text>
                  {cost !== null && <Progress value={bars[index] ?? 0} aria-label={`Cost of ${month}`} />}
                  <Text size="sm" c="dimmed">
                    {lines.join('; ')}
                  </Text>
                </div>
              ))}
            </Stack>
          );
        }}
      </QueryResult>
    </Paper>
  );
}
