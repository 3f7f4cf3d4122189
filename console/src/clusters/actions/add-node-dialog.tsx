import { Select, Text } from '@mantine/core';
import { dataOf } from '@paddock/client';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { flavorText } from '../../order/choices.ts';
import { useTenantContents } from '../../order/order-queries.ts';
import { ActionDialog, type DialogProps } from '../../ui/action-dialog.tsx';
import { MB_PER_GB } from '../../ui/format.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { QueryResult } from '../../ui/query-result.tsx';
import type { Cluster } from '../cluster/cluster-query.ts';
import { type Differences, newNodeBody, newNodeText } from './new-node.ts';
import { type NodeToCopy, useNodeToCopy } from './new-node-query.ts';

async function addNode(cluster: Cluster, copied: NodeToCopy | undefined, differences: Differences): Promise<unknown> {
  if (copied?.kind === 'managed') {
    const params = { path: { uuid: cluster.marketplace_resource_uuid } };
    const body = { role: 'agent' as const, tenant: copied.tenant };
    return dataOf(api.POST('/api/managed-rancher-cluster-resources/{uuid}/add_node/', { params, body }));
  }
  if (copied?.kind !== 'like') throw new Error('The cluster has no agent node whose settings a new node could copy.');
  const body = newNodeBody(copied.like, cluster, copied.references, differences);
  return dataOf(api.POST('/api/rancher-nodes/', { body }));
}

/** Adds an agent as a copy of the newest agent. The user can choose another flavor or volume size. */
export function AddNodeDialog({ cluster, isOpen, onClose }: DialogProps & { cluster: Cluster }) {
  const copied = useNodeToCopy(cluster);
  const [differences, setDifferences] = useState<Differences>({});
  const add = useChange(() => addNode(cluster, copied.data, differences), onClose);
  const change = (changes: Differences) => setDifferences({ ...differences, ...changes });
  return (
    <ActionDialog
      {...{ isOpen, onClose }}
      title="Add a node"
      confirm="Add the node"
      isDisabled={!copied.data || copied.data.kind === 'none'}
      onConfirm={() => add.mutate()}
      action={add}
    >
      <QueryResult query={copied}>
        {(found) => {
          if (found.kind === 'like') return <Fields copied={found} differences={differences} onChange={change} />;
          return (
            <Text size="sm">
              {found.kind === 'none'
                ? 'The cluster has no agent whose settings a new agent could copy.'
                : 'Makes one agent like the ordered agents, in the tenant with the fewest. The cluster stays OK.'}
            </Text>
          );
        }}
      </QueryResult>
    </ActionDialog>
  );
}

type FieldsProps = {
  copied: Extract<NodeToCopy, { kind: 'like' }>;
  differences: Differences;
  onChange: (changes: Differences) => void;
};

function Fields({ copied: { like, references }, differences, onChange }: FieldsProps) {
  const { flavors } = useTenantContents(like.initial_data.tenant).data ?? { flavors: [] };
  const chosen = flavors.find(({ uuid }) => uuid === (differences.flavor ?? references.flavor));
  return (
    <>
      <Select
        label="Flavor"
        allowDeselect={false}
        data={flavors.map((one) => ({ value: one.uuid, label: flavorText(one) }))}
        value={chosen?.uuid ?? null}
        onChange={(flavor) => flavor && onChange({ flavor })}
        data-autofocus
      />
      <NumberField
        label="System volume"
        suffix=" GB"
        min={1}
        value={differences.disk ?? Math.round(like.initial_data.system_volume_size / MB_PER_GB)}
        onChange={(disk) => onChange({ disk })}
      />
      {chosen && <Text size="sm">{newNodeText(like, chosen, differences)}</Text>}
    </>
  );
}
