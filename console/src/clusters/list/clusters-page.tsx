import { Anchor, Button, Group, Progress, Select, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Link } from 'react-router';
import { useAddress } from '../../ui/address.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { dateTime } from '../../ui/format.ts';
import { ListResult } from '../../ui/list-result.tsx';
import { Page } from '../../ui/page.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { isBusy, stateText } from '../../ui/state-label.ts';
import { WHILE_TYPING_MS } from '../../ui/typing.ts';
import { type Cluster, useClusters } from './clusters-query.ts';
import { ORDERS, readSearch, STATES } from './search.ts';

/**
 * Lists all clusters that the user may see, in pages. The URL contains the search, so users can share a search and go
 * back to an earlier one.
 */
export function ClustersPage() {
  const address = useAddress();
  const search = readSearch(address.parameters);
  const clusters = useClusters(search);
  return (
    <Page
      title="Clusters"
      actions={
        <Button component={Link} to="/order">
          Order a cluster
        </Button>
      }
    >
      <Filters search={search} onChange={address.change} />
      <ListResult
        {...{ label: 'Clusters', noun: 'cluster', query: clusters, columns: COLUMNS, pages: address }}
        keyOf={({ uuid }) => uuid}
        empty={<NoClusters isFiltered={search.query !== '' || search.state !== undefined} />}
      />
    </Page>
  );
}

type FilterProps = {
  search: ReturnType<typeof readSearch>;
  onChange: (changes: Record<string, string | null>) => void;
};

function Filters({ search, onChange }: FilterProps) {
  const changeQuery = useDebouncedCallback((query: string) => onChange({ query }), WHILE_TYPING_MS);
  return (
    <Group align="flex-end">
      <TextInput
        label="Name, description or id"
        placeholder="A part is enough"
        defaultValue={search.query}
        onChange={({ currentTarget }) => changeQuery(currentTarget.value)}
      />
      <Select
        label="State"
        placeholder="Any"
        clearable
        clearButtonProps={{ 'aria-label': 'Any state' }}
        data={STATES.map((value) => ({ value, label: stateText(value) }))}
        value={search.state ?? null}
        onChange={(state) => onChange({ state })}
      />
      <Select
        label="Sort by"
        allowDeselect={false}
        data={Object.entries(ORDERS).map(([value, label]) => ({ value, label }))}
        value={search.order}
        onChange={(o) => onChange({ o })}
      />
    </Group>
  );
}

function NoClusters({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <Empty title="No cluster matches these filters." />;
  return (
    <Empty title="You have no clusters yet.">
      <Text>To order a cluster, you fill in one form.</Text>
      <Button component={Link} to="/order">
        Order your first cluster
      </Button>
    </Empty>
  );
}

const COLUMNS: readonly Column<Cluster>[] = [
  {
    title: 'Name',
    cell: ({ uuid, name }) => (
      <Anchor component={Link} to={`/clusters/${uuid}`} fw={600}>
        {name}
      </Anchor>
    ),
  },
  { title: 'State', cell: (cluster) => <StateCell cluster={cluster} /> },
  { title: 'Kubernetes', cell: ({ kubernetes_version }) => kubernetes_version },
  { title: 'Project', cell: ({ project_name }) => project_name },
  { title: 'Created', cell: ({ created }) => dateTime(created) },
];

function StateCell({ cluster: { name, state, progress, error_message } }: { cluster: Cluster }) {
  return (
    <>
      <StateBadge state={state} />
      {isBusy(state) && <Progress value={progress} size="xs" aria-label={`Progress of ${name}`} />}
      {error_message && (
        <Text size="xs" c="dimmed" lineClamp={1}>
          {error_message}
        </Text>
      )}
    </>
  );
}
