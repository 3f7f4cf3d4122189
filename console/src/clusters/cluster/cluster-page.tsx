import { Anchor, Grid, Group, Paper, Text, Title } from '@mantine/core';
import { useParams } from 'react-router';
import { statusOf } from '../../api/failure.ts';
import { useMe } from '../../api/session.ts';
import { Page } from '../../ui/page.tsx';
import { QueryResult } from '../../ui/query-result.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { type Interrupted, mayResize } from '../actions/actions-of.ts';
import { ClusterActions } from '../actions/cluster-actions.tsx';
import { useInterrupted } from '../actions/interrupted-query.ts';
import { mayAddNode, mayManage } from '../actions/may-manage.ts';
import { NodeActions } from '../actions/node-actions.tsx';
import { ScalePool } from '../actions/scale-pool.tsx';
import { ResizeGroup } from '../cluster-api/resize-group.tsx';
import { UsageSection } from '../usage/usage-section.tsx';
import { ActivityLink } from './activity-link.tsx';
import { ClusterNotices } from './cluster-notices.tsx';
import { type Cluster, pauseFor, useCluster } from './cluster-query.ts';
import { GonePage } from './gone-page.tsx';
import { type Parts, useParts } from './parts-query.ts';
import { ClusterTimeline } from './timeline.tsx';
import { type TreeItem, treeOf } from './tree.ts';
import { TreeView } from './tree-view.tsx';

/** The page of one cluster: its state, its parts, its actions and its events. */
export function ClusterPage() {
  const { uuid = '' } = useParams();
  const cluster = useCluster(uuid);
  if (statusOf(cluster.error) === 404) return <GonePage uuid={uuid} />;
  return <QueryResult query={cluster}>{(found) => <ClusterParts key={uuid} cluster={found} />}</QueryResult>;
}

function ClusterParts({ cluster }: { cluster: Cluster }) {
  const pauseMs = pauseFor(cluster);
  const parts = useParts(cluster, pauseMs);
  const interrupted = useInterrupted(cluster);
  return (
    <Page
      title={cluster.name ?? ''}
      intro={<Summary cluster={cluster} />}
      actions={<ClusterActions cluster={cluster} driver={parts.data?.driver} interrupted={interrupted} />}
    >
      <ClusterNotices cluster={cluster} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Title order={2} size="h4" mb="sm">
            Machines
          </Title>
          <QueryResult query={parts}>
            {(found) => <Machines cluster={cluster} parts={found} interrupted={interrupted} />}
          </QueryResult>
          <Title order={2} size="h4" mt="lg" mb="sm">
            Usage and cost
          </Title>
          <UsageSection resource={cluster.marketplace_resource_uuid} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Title order={2} size="h4" mb="sm">
            Timeline
          </Title>
          <ClusterTimeline cluster={cluster} pauseMs={pauseMs} />
        </Grid.Col>
      </Grid>
    </Page>
  );
}

function Summary({ cluster }: { cluster: Cluster }) {
  const { uuid, state = '', kubernetes_version, project_name, access_url, hibernation } = cluster;
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
      <ActivityLink uuid={uuid} />
    </Group>
  );
}

type MachinesProps = { cluster: Cluster; parts: Parts; interrupted: Interrupted };

function Machines({ cluster, parts, interrupted }: MachinesProps) {
  const me = useMe().data;
  const mayChange = me !== null && me !== undefined && mayManage(me, cluster);
  const tree = treeOf({ nodes: cluster.nodes, ...parts });
  if (tree.length > 0)
    return (
      <TreeView
        items={tree}
        actionsOf={(item) => mayChange && partActions(item, { cluster, parts, interrupted }, mayAddNode(me, cluster))}
      />
    );
  return (
    <Paper withBorder p="md">
      <Text c="dimmed">No machines are recorded for this cluster.</Text>
    </Paper>
  );
}

/** The actions on a single node, pool or node group. Only with `mayGrow` the user may add machines. */
function partActions({ kind, id, label }: TreeItem, { cluster, parts, interrupted }: MachinesProps, mayGrow: boolean) {
  if (kind === 'node') return <NodeActions cluster={cluster} uuid={id} name={label} />;
  if (!mayResize(cluster, interrupted)) return null;
  const isInterrupted = interrupted.change;
  const pool = parts.pools.find(({ uuid }) => uuid === id);
  if (pool) return <ScalePool pool={pool} isInterrupted={isInterrupted} mayGrow={mayGrow} />;
  const group = parts.groups.find(({ uuid }) => uuid === id);
  return group ? <ResizeGroup group={group} isInterrupted={isInterrupted} mayGrow={mayGrow} /> : null;
}
