import { Text } from '@mantine/core';
import { dataOf } from '@paddock/client';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { ActionDialog, type DialogProps } from '../../ui/action-dialog.tsx';
import { counted } from '../../ui/format.ts';
import type { Cluster } from '../cluster/cluster-query.ts';

/** Stops all machines of a cluster, or starts them again. */
export function HibernateDialog({ cluster, isOpen, onClose }: DialogProps & { cluster: Cluster }) {
  const isAwake = cluster.hibernation.status === 'AWAKE';
  const params = { path: { uuid: cluster.uuid } };
  const change = useChange(
    () =>
      dataOf(
        isAwake
          ? api.POST('/api/rancher-clusters/{uuid}/hibernate/', { params })
          : api.POST('/api/rancher-clusters/{uuid}/wake/', { params }),
      ),
    onClose,
  );
  const machines = counted(cluster.nodes.length, 'machine');
  return (
    <ActionDialog
      {...{ isOpen, onClose }}
      title={isAwake ? `Hibernate ${cluster.name}?` : `Wake ${cluster.name} up?`}
      confirm={isAwake ? 'Hibernate' : 'Wake up'}
      onConfirm={() => change.mutate()}
      action={change}
    >
      <Text size="sm">
        {isAwake
          ? `Stops ${machines}: agents first, then servers. Nothing can be reached until you wake the cluster up. Names, addresses and volumes stay, and are charged as before.`
          : `Starts ${machines}: servers first, then agents.`}
      </Text>
    </ActionDialog>
  );
}
