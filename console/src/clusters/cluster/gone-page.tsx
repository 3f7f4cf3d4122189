import { Anchor, Group, List, Paper, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { dateTime } from '../../ui/format.ts';
import { Page } from '../../ui/page.tsx';
import { QueryResult } from '../../ui/query-result.tsx';
import { ActivityLink } from './activity-link.tsx';
import { useTermination } from './cluster-query.ts';

/** The page of a deleted cluster. It shows the proof that the deletion was complete. */
export function GonePage({ uuid }: { uuid: string }) {
  const queries = useQueryClient();
  const termination = useTermination(uuid);
  // Lists that were read earlier still contain the deleted cluster.
  useEffect(() => queries.removeQueries({ queryKey: ['clusters'] }), [queries]);
  return (
    <Page title="This cluster is gone">
      <QueryResult query={termination}>
        {(order) => (order ? <Proof {...order} /> : <Text>The cluster was terminated, or you may not see it.</Text>)}
      </QueryResult>
      <Group>
        <Anchor size="sm" component={Link} to="/clusters" underline="always">
          See your clusters
        </Anchor>
        <ActivityLink uuid={uuid} />
      </Group>
    </Page>
  );
}

type Termination = { resource_name: string; completed_at: string | null; output: string };

function Proof({ resource_name, completed_at, output }: Termination) {
  return (
    <>
      <Text>
        {resource_name} was terminated. The deletion ended on {dateTime(completed_at)}.
      </Text>
      <Paper withBorder p="md" component="section" aria-labelledby="proof-title">
        <Title order={2} size="h4" id="proof-title" mb="sm">
          Proof of deletion
        </Title>
        <List size="sm">
          {output.split('\n').map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      </Paper>
    </>
  );
}
