import { Button, List, Stack, Text, Title } from '@mantine/core';
import { dataOf } from '@paddock/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, pageOf } from '../api/client.ts';
import { PAGE_SIZE } from '../api/pauses.ts';
import { OrdersSection } from '../orders/orders-section.tsx';
import { useAddress } from '../ui/address.ts';
import type { Column } from '../ui/data-table.tsx';
import { Empty } from '../ui/empty.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { ListResult } from '../ui/list-result.tsx';
import { Page } from '../ui/page.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { ProviderWork } from './provider-work.tsx';

const useSettings = (page: number) =>
  useQuery({
    queryKey: ['settings', page],
    queryFn: ({ signal }) =>
      pageOf(api.GET('/api/service-settings/', { signal, params: { query: { page, page_size: PAGE_SIZE } } })),
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

/** The start page of an operator: providers, clouds, and stalled operations. */
export function OperatorPage() {
  const pages = useAddress('settings_page');
  const settings = useSettings(pages.page);
  return (
    <Page title="Operator" intro="Providers and clouds of this installation, and orders that failed or are running.">
      <Stack component="section" aria-labelledby="settings-title">
        <Title order={2} size="h4" id="settings-title">
          Providers and clouds
        </Title>
        <ListResult
          {...{ label: 'Providers and clouds', noun: 'setting', query: settings, columns: COLUMNS, pages }}
          keyOf={({ uuid }) => uuid}
          empty={<Empty title="There is no provider and no cloud yet." />}
        />
      </Stack>
      <OrdersSection
        title="Failed orders"
        search={{ state: 'erred' }}
        pageName="failed_page"
        nothing="No order has failed."
      />
      <OrdersSection
        title="Orders at work"
        search={{ state: 'executing' }}
        pageName="executing_page"
        nothing="No order is at work."
      />
    </Page>
  );
}

/** Lets the API check whether the stored credentials work at each backend. */
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
