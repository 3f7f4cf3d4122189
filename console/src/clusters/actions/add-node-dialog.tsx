import { Select, Text } from '@mantine/core';
import { dataOf } from '@paddock/client';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { flavorText } from '../../order/choices.ts';
import { useTenantContents } from '../../order/order-queries.ts';
import { ActionDialog, type DialogProps } from '../../ui/action-dialog.tsx';
import { gigabytes, toMegabytes } from '../../ui/format.ts';
import { NumberField } from '../../ui/number-field.tsx';
import type { Cluster } from '../cluster/cluster-query.ts';

const DEFAULT_DISK_GB = 64;

/** Adds an agent like the newest one, unless another flavor or size is chosen. */
export function AddNodeDialog({ cluster, isOpen, onClose }: DialogProps & { cluster: Cluster }) {
  const like = cluster.nodes.findLast(({ role }) => role === 'agent')?.initial_data;
  const { flavors, subnets } = useTenantContents(cluster.tenant_uuid).data ?? { flavors: [], subnets: [] };
  const subnet = subnets.find(({ backend_id }) => backend_id === like?.subnet)?.uuid;
  const [flavor, setFlavor] = useState<string | null>(null);
  const [disk, setDisk] = useState(DEFAULT_DISK_GB);
  const chosen = flavors.find(({ uuid, name }) => (flavor ? uuid === flavor : name === like?.flavor_name));
  const add = useChange(
    () =>
      dataOf(
        api.POST('/api/rancher-nodes/', {
          body: {
            ...{ cluster: cluster.uuid, role: 'agent', subnet: subnet ?? '', flavor: chosen?.uuid ?? null },
            system_volume_size: toMegabytes(disk),
          },
        }),
      ),
    onClose,
  );
  return (
    <ActionDialog
      {...{ isOpen, onClose }}
      title="Add a node"
      confirm="Add the node"
      isDisabled={!chosen || subnet === undefined}
      onConfirm={() => add.mutate()}
      action={add}
    >
      <Select
        label="Flavor"
        data={flavors.map((one) => ({ value: one.uuid, label: flavorText(one) }))}
        value={chosen?.uuid ?? null}
        onChange={setFlavor}
        data-autofocus
      />
      <NumberField label="System volume" suffix=" GB" min={1} value={disk} onChange={setDisk} />
      {chosen && (
        <Text size="sm">
          Makes one agent with {chosen.cores} vCPU, {gigabytes(chosen.ram)} of memory and a volume of {disk} GB. The
          cluster stays OK meanwhile.
        </Text>
      )}
    </ActionDialog>
  );
}
