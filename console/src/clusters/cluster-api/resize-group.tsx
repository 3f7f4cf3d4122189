import { dataOf } from '@paddock/client';
import { api } from '../../api/client.ts';
import { SizeButton } from '../actions/size-dialog.tsx';
import type { NodeGroup } from '../cluster/parts-query.ts';

const MAX_MACHINES = 1000;

type Props = { group: NodeGroup; isInterrupted: boolean; mayGrow: boolean };

/** Sets the number of machines of a node group or of the control plane. */
export function ResizeGroup({ group, isInterrupted, mayGrow }: Props) {
  const { cluster_uuid: uuid, name, node_count: count, max_node_count } = group;
  const resize = (node_count: number, dry_run: boolean) =>
    dataOf(
      api.POST('/api/rancher-clusters/{uuid}/resize/', {
        params: { path: { uuid }, query: { dry_run } },
        body: { node_count, nodegroup: name },
      }),
    );
  const shown = { key: ['cluster', uuid, group.uuid], title: `the node group ${name}`, name, count };
  const most = mayGrow ? (max_node_count ?? MAX_MACHINES) : count;
  return <SizeButton group={{ ...shown, most, isInterrupted, resize }} />;
}
