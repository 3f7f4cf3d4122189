import { Button, List, NumberInput, Text } from '@mantine/core';
import { dataOf, type PoolChange } from '@paddock/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { ActionDialog, type DialogProps } from '../../ui/action-dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { counted } from '../../ui/format.ts';
import type { Pool } from '../cluster/cluster-query.ts';

const scale = ({ cluster_uuid: uuid, uuid: pool }: Pool, quantity: number, dry_run: boolean) =>
  dataOf(
    api.POST('/api/rancher-clusters/{uuid}/pools/{pool}/scale/', {
      params: { path: { uuid, pool }, query: { dry_run } },
      body: { quantity },
    }),
  );

/** Sets the number of machines of a pool, after the plan of the dry run was shown. */
export function ScalePool({ pool }: { pool: Pool }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        mb="xs"
        onClick={() => setOpen(true)}
        aria-label={`Scale ${pool.name}`}
      >
        Scale
      </Button>
      {isOpen && <ScaleDialog pool={pool} isOpen onClose={() => setOpen(false)} />}
    </>
  );
}

function ScaleDialog({ pool, isOpen, onClose }: DialogProps & { pool: Pool }) {
  const [quantity, setQuantity] = useState<number | string>(pool.quantity);
  // The field is empty while somebody types another number. That is not zero.
  const wanted = typeof quantity === 'number' ? quantity : pool.quantity;
  const plan = useQuery({
    queryKey: ['cluster', pool.cluster_uuid, 'scale', pool.uuid, wanted],
    retry: false,
    queryFn: () => scale(pool, wanted, true),
  });
  const change = useChange(() => scale(pool, wanted, false), onClose);
  return (
    <ActionDialog
      {...{ isOpen, onClose }}
      title={`Scale the pool ${pool.name}`}
      confirm="Scale"
      isDangerous={wanted < pool.quantity}
      isDisabled={!plan.data || wanted === pool.quantity}
      onConfirm={() => change.mutate()}
      action={change}
    >
      <NumberInput label="Machines" min={0} max={100} value={quantity} onChange={setQuantity} data-autofocus />
      {plan.error && <ErrorAlert error={plan.error} />}
      {plan.data && <Steps plan={plan.data} />}
    </ActionDialog>
  );
}

function Steps({ plan: { steps } }: { plan: PoolChange }) {
  if (steps.length === 0) return <Text size="sm">Nothing changes.</Text>;
  return (
    <List size="sm">
      {steps.map(({ kind, pool, count, machines }) => (
        <List.Item key={`${kind} ${pool}`}>
          {kind} {counted(count, 'machine')} {machines.length > 0 && `(${machines.join(', ')})`}
        </List.Item>
      ))}
    </List>
  );
}
