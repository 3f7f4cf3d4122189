import { Button, List, Stack, Text, Title } from '@mantine/core';
import { dataOf } from '@paddock/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, pageOf } from '../api/client.ts';
import { useOrders } from '../orders/orders-query.ts';
import { OrdersTable } from '../orders/orders-table.tsx';
import { useAddress } from '../ui/address.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Empty } from '../ui/empty.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { Page } from '../ui/page.tsx';
import { QueryResult } from '../ui/query-result.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { ProviderWork } from './provider-work.tsx';

const ALL = 200;

const useSettings = () =>
  useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) =>
      pageOf(api.GET('/api/service-settings/', { signal, params: { query: { page_size: ALL } } })),
  });
type Settings = NonNullable<ReturnType<typeof useSettings>['data']>['items'][number];

const COLUMNS: readonly Column<Settings>[] = [
  { title: 'Name', cell: ({ name }) => <Text fw={600}>{name}</Text> },
  { title: 'Type', cell: ({ type }) => type },
  { title: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  { title: 'Problem', cell: ({ error_message }) => error_message || 'None' },
  { title: 'Check', cell: (settings) => <Check settings={settings} /> },
  { title: 'At work', cell: (settings) => <ProviderWork settings={settings} /> },
];

/** What an operator looks at first: providers and clouds, and what is stuck. */
export function OperatorPage() {
  const settings = useSettings();
  return (
    <Page title="Operator" intro="Providers and clouds of this installation, and what is stuck.">
      <Stack component="section" aria-labelledby="settings-title">
        <Title order={2} size="h4" id="settings-title">
          Providers and clouds
        </Title>
        <QueryResult query={settings}>
          {({ items, total }) =>
            items.length === 0 ? (
              <Empty title="There is no provider and no cloud yet." />
            ) : (
              <DataTable
                {...{ label: 'Providers and clouds', noun: 'setting', rows: items, total, columns: COLUMNS }}
                keyOf={({ uuid }) => uuid}
              />
            )
          }
        </QueryResult>
      </Stack>
      <StuckOrders state="erred" title="Failed orders" nothing="No order has failed." />
      <StuckOrders state="executing" title="Orders at work" nothing="No order is at work." />
    </Page>
  );
}

function StuckOrders({ state, title, nothing }: { state: 'erred' | 'executing'; title: string; nothing: string }) {
  const { page, onPage } = useAddress();
  const orders = useOrders({ state, page });
  return (
    <Stack component="section" aria-label={title}>
      <Title order={2} size="h4">
        {title}
      </Title>
      <QueryResult query={orders}>
        {({ items, total }) =>
          items.length === 0 ? (
            <Empty title={nothing} />
          ) : (
            <OrdersTable {...{ label: title, orders: items, total, page, onPage }} />
          )
        }
      </QueryResult>
    </Stack>
  );
}

/** Asks each backend whether the stored credentials work. */
function Check({ settings: { uuid, name } }: { settings: Settings }) {
  const check = useMutation({
    mutationFn: () => dataOf(api.POST('/api/service-settings/{uuid}/check/', { params: { path: { uuid } } })),
  });
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => check.mutate()}
        loading={check.isPending}
        aria-label={`Check ${name}`}
      >
        Check
      </Button>
      {check.error && <ErrorAlert error={check.error} />}
      {check.data && (
        <List size="sm" role="status">
          {check.data.checks.map(({ backend, option, ok, message }) => (
            <List.Item key={`${backend} ${option}`}>
              {backend}: {ok ? 'OK' : message}
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}
