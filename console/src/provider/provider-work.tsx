import { Anchor, Button, Stack, Title } from '@mantine/core';
import { dataOf } from '@paddock/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../api/client.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Empty } from '../ui/empty.tsx';
import { dateTime } from '../ui/format.ts';
import { QueryResult } from '../ui/query-result.tsx';

type Provider = { uuid: string; name: string };
const REFRESH_MS = 5_000;

const useWork = (uuid: string) =>
  useQuery({
    queryKey: ['settings', uuid, 'work'],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/service-settings/{uuid}/work/', { signal, params: { path: { uuid } } })),
    refetchInterval: REFRESH_MS,
  });
type Work = NonNullable<ReturnType<typeof useWork>['data']>;
type Slot = Work['slots'][number];
type Job = Work['sync_jobs'][number];

const SLOTS: readonly Column<Slot>[] = [
  {
    title: 'Cluster',
    cell: ({ cluster_uuid, cluster_name }) => (
      <Anchor component={Link} to={`/clusters/${cluster_uuid}`}>
        {cluster_name || cluster_uuid}
      </Anchor>
    ),
  },
  { title: 'Operation', cell: ({ operation_uuid }) => operation_uuid },
  { title: 'Free again by', cell: ({ expires_at }) => dateTime(expires_at) },
];
const JOBS: readonly Column<Job>[] = [
  { title: 'Job', cell: ({ name }) => name },
  { title: 'Last complete run', cell: ({ last_started_at }) => dateTime(last_started_at) },
  { title: 'Now', cell: ({ running_until }) => (running_until ? 'Running' : 'Idle') },
];

/** A button that shows the steps and jobs that are running at a provider. */
export function ProviderWork({ settings }: { settings: Provider }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => setOpen(true)}
        aria-label={`Show the work at ${settings.name}`}
      >
        Show
      </Button>
      <Dialog title={`At work at ${settings.name}`} isOpen={isOpen} onClose={() => setOpen(false)} size="xl">
        <WorkTables uuid={settings.uuid} />
      </Dialog>
    </>
  );
}

function WorkTables({ uuid }: { uuid: string }) {
  const work = useWork(uuid);
  return (
    <QueryResult query={work}>
      {({ slots, sync_jobs }) => (
        <Stack>
          <Title order={3} size="h5">
            Steps
          </Title>
          {slots.length === 0 ? (
            <Empty title="No step is at work." />
          ) : (
            <DataTable
              {...{ label: 'Steps at work', noun: 'step', rows: slots, total: slots.length, columns: SLOTS }}
              keyOf={({ operation_uuid, expires_at }) => `${operation_uuid} ${expires_at}`}
            />
          )}
          <Title order={3} size="h5">
            Sync jobs
          </Title>
          {sync_jobs.length === 0 ? (
            <Empty title="Only providers of type Rancher have sync jobs." />
          ) : (
            <DataTable
              {...{ label: 'Sync jobs', noun: 'job', rows: sync_jobs, total: sync_jobs.length, columns: JOBS }}
              keyOf={({ name }) => name}
            />
          )}
        </Stack>
      )}
    </QueryResult>
  );
}
