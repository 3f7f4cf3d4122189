import { List, Text, TextInput } from '@mantine/core';
import { dataOf } from '@paddock/client';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { ActionDialog, type DialogProps } from '../../ui/action-dialog.tsx';
import { counted } from '../../ui/format.ts';
import type { Cluster } from '../cluster/cluster-query.ts';

/** Terminates a cluster after the user has typed its name. */
export function TerminateDialog({ cluster, isOpen, onClose }: DialogProps & { cluster: Cluster }) {
  const { marketplace_resource_uuid: uuid, name, nodes } = cluster;
  const [typed, setTyped] = useState('');
  const terminate = useChange(
    () => dataOf(api.POST('/api/marketplace-resources/{uuid}/terminate/', { params: { path: { uuid } }, body: {} })),
    onClose,
  );
  return (
    <ActionDialog
      {...{ isOpen, onClose }}
      title={`Terminate ${name}?`}
      confirm="Terminate the cluster"
      isDangerous
      isDisabled={typed !== name}
      onConfirm={() => terminate.mutate()}
      action={terminate}
    >
      <Text size="sm">This cannot be undone. It deletes:</Text>
      <List size="sm">
        <List.Item>everything that runs in the cluster</List.Item>
        {nodes.length > 0 && <List.Item>{counted(nodes.length, 'machine')} with their volumes</List.Item>}
        <List.Item>everything else that Paddock, Rancher or Cluster API made for it</List.Item>
      </List>
      <TextInput
        label={`Type ${name} to confirm`}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        data-autofocus
      />
    </ActionDialog>
  );
}
