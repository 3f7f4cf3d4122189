import { Anchor, Button, Group, Pagination, Progress, Select, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Link, useSearchParams } from 'react-router';
import { Empty } from '../../ui/empty.tsx';
import { counted, dateTime } from '../../ui/format.ts';
import { Page } from '../../ui/page.tsx';
import { QueryResult } from '../../ui/query-result.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { isBusy, stateText } from '../../ui/state-label.ts';
import { type Cluster, PAGE_SIZE, useClusters } from './clusters-query.ts';
import { ORDERS, readSearch, STATES } from './search.ts';

const WHILE_TYPING_MS = 300;

/** All clusters that the user sees, by pages. The search is in the address, so it can be shared and gone back to. */
export function ClustersPage() {
  const [parameters, setParameters] = useSearchParams();
  const search = readSearch(parameters);
  const clusters = useClusters(search);
  const change = (changes: Record<string, string | null>) => {
    const all: Record<string, string | null> = { ...Object.fromEntries(parameters), page: null, ...changes };
    const next = Object.entries(all).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []));
    setParameters(next, { replace: true });
  };
  return (
    <Page
      title="Clusters"
      actions={
        <Button component={Link} to="/order">
          Order a cluster
        </Button>
      }
    >
      <Filters search={search} onChange={change} />
      <QueryResult query={clusters}>
        {({ items, total }) =>
          items.length === 0 ? (
            <NoClusters isFiltered={search.query !== '' || search.state !== undefined} />
          ) : (
            <>
              <ClusterTable clusters={items} />
              <Group justify="space-between">
                <Text size="sm" c="dimmed">
                  {counted(total, 'cluster')}
                </Text>
                {total > PAGE_SIZE && (
                  <Pagination
                    total={Math.ceil(total / PAGE_SIZE)}
                    value={search.page}
                    onChange={(page) => change({ page: String(page) })}
                    getControlProps={(control) => ({ 'aria-label': `${control} page` })}
                  />
                )}
              </Group>
            </>
          )
        }
      </QueryResult>
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
        label="Name"
        placeholder="Part of the name"
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
        label="Order"
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
      <Text>One form takes you to a cluster and its kubeconfig.</Text>
      <Button component={Link} to="/order">
        Order your first cluster
      </Button>
    </Empty>
  );
}

function ClusterTable({ clusters }: { clusters: Cluster[] }) {
  return (
    <Table.ScrollContainer minWidth={620} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table highlightOnHover aria-label="Clusters">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Kubernetes</Table.Th>
            <Table.Th>Project</Table.Th>
            <Table.Th>Created</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {clusters.map((cluster) => (
            <ClusterRow key={cluster.uuid} cluster={cluster} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function ClusterRow({ cluster }: { cluster: Cluster }) {
  const { uuid, name, state, progress, kubernetes_version, project_name, created, error_message } = cluster;
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} to={`/clusters/${uuid}`} fw={600}>
          {name}
        </Anchor>
      </Table.Td>
      <Table.Td>
        <StateBadge state={state} />
        {isBusy(state) && <Progress value={progress} size="xs" aria-label={`Progress of ${name}`} />}
        {error_message && (
          <Text size="xs" c="dimmed" lineClamp={1}>
            {error_message}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{kubernetes_version}</Table.Td>
      <Table.Td>{project_name}</Table.Td>
      <Table.Td>{dateTime(created)}</Table.Td>
    </Table.Tr>
  );
}
