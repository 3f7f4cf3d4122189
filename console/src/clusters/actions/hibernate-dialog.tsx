import { Text } from '@mantine/core';
import { dataOf } from '@paddock/client';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { ActionDialog, type DialogProps } from '../../ui/action-dialog.tsx';
import { counted } from '../../ui/format.ts';
import type { Cluster } from '../cluster/cluster-query.ts';

type Props = DialogProps & { cluster: Cluster };

/** Stops all machines of a cluster. */
export function HibernateDialog({ cluster: { uuid, name, nodes }, isOpen, onClose }: Props) {
  const params = { path: { uuid } };
  const hibernate = useChange(() => dataOf(api.POST('/api/rancher-clusters/{uuid}/hibernate/', { params })), onClose);
  return (
    <ActionDialog
      {...{ isOpen, onClose }}
      title={`Hibernate ${name}?`}
      confirm="Hibernate"
      onConfirm={() => hibernate.mutate()}
      action={hibernate}
    >
      <Text size="sm">
        Stops {counted(nodes.length, 'machine')}: agents first, then servers. The cluster cannot be used until it is
        woken up. Names, addresses and volumes stay. The cluster is charged as before.
      </Text>
    </ActionDialog>
  );
}

/** Starts the machines of a hibernated cluster. */
export function WakeDialog({ cluster: { uuid, name, nodes }, isOpen, onClose }: Props) {
  const params = { path: { uuid } };
  const wake = useChange(() => dataOf(api.POST('/api/rancher-clusters/{uuid}/wake/', { params })), onClose);
  return (
    <ActionDialog
      {...{ isOpen, onClose }}
      title={`Wake ${name} up?`}
      confirm="Wake up"
      onConfirm={() => wake.mutate()}
      action={wake}
    >
      <Text size="sm">Starts {counted(nodes.length, 'machine')}: servers first, then agents.</Text>
    </ActionDialog>
  );
}
