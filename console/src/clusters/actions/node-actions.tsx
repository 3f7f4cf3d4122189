import { Button, Group, Text } from '@mantine/core';
import { dataOf } from '@paddock/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, done } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { ActionDialog, type DialogProps } from '../../ui/action-dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { openWindow } from '../../ui/new-window.ts';
import type { Cluster } from '../cluster/cluster-query.ts';
import { nodeActionsOf } from './actions-of.ts';

type Props = { cluster: Cluster; uuid: string; name: string };

/** The actions on one node: open its console, replace it, and delete it. */
export function NodeActions({ cluster, uuid, name }: Props) {
  const [chosen, setChosen] = useState<'Replace' | 'Delete'>();
  const onClose = () => setChosen(undefined);
  const screen = useMutation({
    gcTime: 0,
    mutationFn: async (opened: ReturnType<typeof openWindow>) => {
      try {
        const { url } = await dataOf(api.GET('/api/rancher-nodes/{uuid}/console/', { params: { path: { uuid } } }));
        opened.show(url);
      } catch (error) {
        opened.close();
        throw error;
      }
    },
  });
  return (
    <>
      <Group gap="xs" mb="xs">
        {nodeActionsOf(cluster).map((action) => (
          <Button
            key={action}
            size="compact-sm"
            variant="default"
            onClick={() => (action === 'Console' ? screen.mutate(openWindow()) : setChosen(action))}
            loading={action === 'Console' && screen.isPending}
            aria-label={action === 'Console' ? `Console of ${name}` : `${action} ${name}`}
          >
            {action}
          </Button>
        ))}
      </Group>
      {screen.error && <ErrorAlert error={screen.error} />}
      {chosen === 'Replace' && <ReplaceDialog {...{ cluster, uuid, name, onClose }} isOpen />}
      {chosen === 'Delete' && <DeleteDialog {...{ cluster, uuid, name, onClose }} isOpen />}
    </>
  );
}

function ReplaceDialog({ cluster, uuid, name, isOpen, onClose }: Props & DialogProps) {
  const params = { path: { uuid: cluster.uuid } };
  const replace = useChange(
    () => dataOf(api.POST('/api/rancher-clusters/{uuid}/replace_node/', { params, body: { node: uuid } })),
    onClose,
  );
  return (
    <ActionDialog
      {...{ isOpen, onClose }}
      title={`Replace ${name}?`}
      confirm="Replace the node"
      onConfirm={() => replace.mutate()}
      action={replace}
    >
      <Text size="sm">
        Makes a new node with the same role and flavor, and with empty volumes of the same sizes. When the new node
        works, {name} is drained and deleted with its volumes.
      </Text>
    </ActionDialog>
  );
}

function DeleteDialog({ uuid, name, isOpen, onClose }: Props & DialogProps) {
  const remove = useChange(
    () => done(api.DELETE('/api/rancher-nodes/{uuid}/', { params: { path: { uuid } } })),
    onClose,
  );
  return (
    <ActionDialog
      {...{ isOpen, onClose }}
      title={`Delete ${name}?`}
      confirm="Delete the node"
      isDangerous
      onConfirm={() => remove.mutate()}
      action={remove}
    >
      <Text size="sm">Drains the node. Then its machine and its volumes are deleted. This cannot be undone.</Text>
    </ActionDialog>
  );
}
