import { Button, Group, Select, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, pageOf } from '../api/client.ts';
import { PAGE_SIZE, WHILE_IDLE_MS } from '../api/pauses.ts';
import { useAddress } from '../ui/address.ts';
import type { Column } from '../ui/data-table.tsx';
import { Empty } from '../ui/empty.tsx';
import { dateTime } from '../ui/format.ts';
import { ListResult } from '../ui/list-result.tsx';
import { Page } from '../ui/page.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { callerOf } from './caller.ts';

const FEATURES = [
  'auth',
  'users',
  'ssh',
  'hooks',
  'permissions',
  'customers',
  'projects',
  'providers',
  'resources',
] as const;
type Feature = (typeof FEATURES)[number];

/** `scope` is the uuid of an object. If `scope` is set, the page shows only events of this object. */
type Wanted = { feature: Feature | undefined; scope: string | null; page: number };

const useEvents = ({ feature, scope, page }: Wanted) =>
  useQuery({
    queryKey: ['events', { feature, scope, page }],
    queryFn: ({ signal }) => {
      const query = { ...(feature && { feature: [feature] }), ...(scope && { scope }), page, page_size: PAGE_SIZE };
      return pageOf(api.GET('/api/events/', { signal, params: { query } }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: WHILE_IDLE_MS,
  });
type Event = NonNullable<ReturnType<typeof useEvents>['data']>['items'][number];

const COLUMNS: readonly Column<Event>[] = [
  {
    title: 'When',
    cell: ({ created }) => (
      <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
        {dateTime(created)}
      </Text>
    ),
  },
  { title: 'What', cell: ({ message }) => <Text size="sm">{message}</Text> },
  { title: 'Result', cell: ({ result }) => <StateBadge state={result} /> },
  { title: 'By', cell: ({ context }) => callerOf(context) },
  { title: 'Project', cell: ({ context }) => context.project_name ?? '–' },
];

/** Shows the audit trail: all events that the user may see. */
export function ActivityPage() {
  const address = useAddress();
  const feature = FEATURES.find((one) => one === address.parameters.get('feature'));
  const scope = address.parameters.get('scope');
  const events = useEvents({ feature, scope, page: address.page });
  return (
    <Page title="Activity" intro="All changes that you may see, and who made them.">
      <Select
        label="About"
        placeholder="Everything"
        clearable
        clearButtonProps={{ 'aria-label': 'About everything' }}
        maw={260}
        data={[...FEATURES]}
        value={feature ?? null}
        onChange={(value) => address.change({ feature: value })}
      />
      {scope && (
        <Group gap="xs">
          <Text size="sm">Only events of one cluster are shown.</Text>
          <Button size="compact-sm" variant="default" onClick={() => address.change({ scope: null })}>
            Show everything
          </Button>
        </Group>
      )}
      <ListResult
        {...{ label: 'Activity', noun: 'event', query: events, columns: COLUMNS, pages: address }}
        keyOf={({ uuid }) => uuid}
        empty={<Empty title="There are no events to show." />}
      />
    </Page>
  );
}
