import { Anchor, Grid, Group, Paper, Text, Title } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { Page } from '../../ui/page.tsx';
import { QueryResult } from '../../ui/query-result.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { ClusterActions } from '../actions/cluster-actions.tsx';
import { ClusterNotices } from './cluster-notices.tsx';
import { type Cluster, pauseFor, useCluster, usePools } from './cluster-query.ts';
import { ClusterTimeline } from './timeline.tsx';
import { treeOf } from './tree.ts';
import { TreeView } from './tree-view.tsx';

/** One cluster: its state, its parts, what can be done with it, and what happened to it. */
export function ClusterPage() {
  const { uuid = '' } = useParams();
  const cluster = useCluster(uuid);
  if (cluster.error instanceof ApiError && cluster.error.status === 404) return <GonePage />;
  return <QueryResult query={cluster}>{(found) => <ClusterParts uuid={uuid} cluster={found} />}</QueryResult>;
}

function GonePage() {
  return (
    <Page title="This cluster is gone">
      <Text>
        It was terminated, or you cannot see it.{' '}
        <Anchor component={Link} to="/clusters" underline="always">
          See your clusters
        </Anchor>
      </Text>
    </Page>
  );
}

function ClusterParts({ uuid, cluster }: { uuid: string; cluster: Cluster }) {
  const pauseMs = pauseFor(cluster);
  return (
    <Page
      title={cluster.name ?? ''}
      intro={<Summary cluster={cluster} />}
      actions={<ClusterActions cluster={cluster} />}
    >
      <ClusterNotices cluster={cluster} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Title order={2} size="h4" mb="sm">
            Machines
          </Title>
          <Machines uuid={uuid} cluster={cluster} pauseMs={pauseMs} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Title order={2} size="h4" mb="sm">
            Timeline
          </Title>
          <ClusterTimeline uuid={uuid} pauseMs={pauseMs} />
        </Grid.Col>
      </Grid>
    </Page>
  );
}

function Summary({ cluster }: { cluster: Cluster }) {
  const { state = '', kubernetes_version, project_name, access_url, hibernation } = cluster;
  const isAsleep = hibernation !== undefined && hibernation.status !== 'AWAKE';
  return (
    <Group gap="md" mt={4}>
      <StateBadge state={state} />
      {isAsleep && <StateBadge state={hibernation.status} />}
      {kubernetes_version && <Text size="sm">Kubernetes {kubernetes_version}</Text>}
      {project_name && <Text size="sm">Project {project_name}</Text>}
      {access_url && (
        <Anchor size="sm" href={access_url} underline="always">
          Open in Rancher
        </Anchor>
      )}
    </Group>
  );
}

type MachinesProps = { uuid: string; cluster: Cluster; pauseMs: number };

function Machines({ uuid, cluster, pauseMs }: MachinesProps) {
  const pools = usePools(uuid, pauseMs);
  return (
    <QueryResult query={pools}>
      {(contents) => {
        const tree = treeOf({ nodes: cluster.nodes ?? [], ...contents });
        if (tree.length > 0) return <TreeView items={tree} />;
        return (
          <Paper withBorder p="md">
            <Text c="dimmed">The machines are not planned yet.</Text>
          </Paper>
        );
      }}
    </QueryResult>
  );
}
