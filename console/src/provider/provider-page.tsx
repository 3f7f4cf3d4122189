import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { dataOf } from '@paddock/client';
import { useQuery } from '@tanstack/react-query';
import { api, pageOf } from '../api/client.ts';
import { PAGE_SIZE } from '../api/pauses.ts';
import { useChange } from '../api/use-change.ts';
import { OrdersSection } from '../orders/orders-section.tsx';
import { useAddress } from '../ui/address.ts';
import type { Column } from '../ui/data-table.tsx';
import { Empty } from '../ui/empty.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { ListResult } from '../ui/list-result.tsx';
import { Page } from '../ui/page.tsx';
import { StateBadge } from '../ui/state-badge.tsx';

const useOwnOfferings = (page: number) =>
  useQuery({
    queryKey: ['own offerings', page],
    queryFn: ({ signal }) => {
      const params = { query: { page, page_size: PAGE_SIZE } };
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

/** Shows the offerings that the user sells, and the orders that wait for the provider's decision. */
export function ProviderPage() {
  const pages = useAddress('offerings_page');
  const offerings = useOwnOfferings(pages.page);
  return (
    <Page title="Provider" intro="What your organization sells.">
      <Stack component="section" aria-labelledby="offerings-title">
        <Title order={2} size="h4" id="offerings-title">
          Offerings
        </Title>
        <ListResult
          {...{ label: 'Offerings', noun: 'offering', query: offerings, columns: COLUMNS, pages }}
          keyOf={({ uuid }) => uuid}
          empty={<Empty title="You sell nothing yet." />}
        />
      </Stack>
      <OrdersSection
        title="Orders that wait for you"
        search={{ forProvider: true }}
        pageName="waiting_page"
        nothing="No order waits for you."
      />
    </Page>
  );
}

/** A button that activates or pauses an offering. */
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
