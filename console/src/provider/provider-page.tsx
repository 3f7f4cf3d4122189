import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { dataOf } from '@paddock/client';
import { useQuery } from '@tanstack/react-query';
import { api, pageOf } from '../api/client.ts';
import { useChange } from '../api/use-change.ts';
import { useOrders } from '../orders/orders-query.ts';
import { OrdersTable } from '../orders/orders-table.tsx';
import { useAddress } from '../ui/address.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Empty } from '../ui/empty.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { Page } from '../ui/page.tsx';
import { QueryResult } from '../ui/query-result.tsx';
import { StateBadge } from '../ui/state-badge.tsx';

const ALL = 200;

const useOwnOfferings = () =>
  useQuery({
    queryKey: ['own offerings'],
    queryFn: ({ signal }) => {
      const params = { query: { page_size: ALL } };
      return pageOf(api.GET('/api/marketplace-provider-offerings/', { signal, params }));
    },
  });
type Offering = NonNullable<ReturnType<typeof useOwnOfferings>['data']>['items'][number];

const COLUMNS: readonly Column<Offering>[] = [
  { title: 'Offering', cell: ({ name }) => <Text fw={600}>{name}</Text> },
  { title: 'Type', cell: ({ type }) => type },
  { title: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  { title: 'Organization', cell: ({ customer_name }) => customer_name },
  { title: 'Change', cell: (offering) => <StateButton offering={offering} /> },
];

/** What the user sells: offerings, and orders that wait for the provider. */
export function ProviderPage() {
  const offerings = useOwnOfferings();
  return (
    <Page title="Provider" intro="What your organization sells.">
      <Stack component="section" aria-labelledby="offerings-title">
        <Title order={2} size="h4" id="offerings-title">
          Offerings
        </Title>
        <QueryResult query={offerings}>
          {({ items, total }) =>
            items.length === 0 ? (
              <Empty title="You sell nothing yet." />
            ) : (
              <DataTable
                {...{ label: 'Offerings', noun: 'offering', rows: items, total, columns: COLUMNS }}
                keyOf={({ uuid }) => uuid}
              />
            )
          }
        </QueryResult>
      </Stack>
      <WaitingOrders />
    </Page>
  );
}

function WaitingOrders() {
  const { page, onPage } = useAddress();
  const orders = useOrders({ forProvider: true, page });
  return (
    <Stack component="section" aria-labelledby="waiting-title">
      <Title order={2} size="h4" id="waiting-title">
        Orders that wait for you
      </Title>
      <QueryResult query={orders}>
        {({ items, total }) =>
          items.length === 0 ? (
            <Empty title="No order waits for you." />
          ) : (
            <OrdersTable {...{ label: 'Orders that wait', orders: items, total, page, onPage }} />
          )
        }
      </QueryResult>
    </Stack>
  );
}

/** Starts or stops the sale of an offering. */
function StateButton({ offering: { uuid, name, state } }: { offering: Offering }) {
  const isActive = state === 'Active';
  const params = { path: { uuid } };
  const change = useChange(() =>
    dataOf(
      isActive
        ? api.POST('/api/marketplace-provider-offerings/{uuid}/pause/', { params })
        : api.POST('/api/marketplace-provider-offerings/{uuid}/activate/', { params }),
    ),
  );
  const word = isActive ? 'Pause' : 'Activate';
  return (
    <Group gap="xs">
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => change.mutate()}
        loading={change.isPending}
        aria-label={`${word} ${name}`}
      >
        {word}
      </Button>
      {change.error && <ErrorAlert error={change.error} />}
    </Group>
  );
}
