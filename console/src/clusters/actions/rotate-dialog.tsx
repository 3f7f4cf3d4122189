import { Text } from '@mantine/core';
import { dataOf } from '@paddock/client';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { ActionDialog, type DialogProps } from '../../ui/action-dialog.tsx';
import type { Cluster } from '../cluster/cluster-query.ts';
import { rotationText } from './machines-text.ts';

/** The dialog that gives every node new certificates. */
export function RotateDialog({ cluster, isOpen, onClose }: DialogProps & { cluster: Cluster }) {
  const rotate = useChange(
    () =>
      dataOf(
        api.POST('/api/rancher-clusters/{uuid}/rotate_certificates/', {
          params: { path: { uuid: cluster.uuid } },
          body: {},
        }),
      ),
    onClose,
  );
  return (
    <ActionDialog
      {...{ isOpen, onClose }}
      title="Rotate the certificates?"
      confirm="Rotate"
      onConfirm={() => rotate.mutate()}
      action={rotate}
    >
      <Text size="sm">{rotationText(cluster.nodes.length)}</Text>
    </ActionDialog>
  );
}
