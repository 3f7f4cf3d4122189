import { Anchor, Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { ActionDialog } from '../ui/action-dialog.tsx';
import type { Column } from '../ui/data-table.tsx';
import { dateTime } from '../ui/format.ts';
import { type ListProps, ListResult } from '../ui/list-result.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { stateText } from '../ui/state-label.ts';
import { type Decision, decisionsFor } from './decisions.ts';
import { type Order, useDecision } from './orders-query.ts';

type Props = Pick<ListProps<Order>, 'label' | 'query' | 'empty' | 'pages'>;

/** A table of orders, with buttons for the possible decisions about each order. */
export const OrdersTable = (list: Props) => (
  <ListResult {...list} noun="order" columns={COLUMNS} keyOf={({ uuid }) => uuid} />
);

/** States of orders whose cluster has a page in the console. */
const WITH_CLUSTER = ['executing', 'done', 'erred'];

const COLUMNS: readonly Column<Order>[] = [
  { title: 'Order', cell: (order) => <NameCell order={order} /> },
  { title: 'State', cell: (order) => <StateCell order={order} /> },
  { title: 'Project', cell: ({ project_name }) => project_name },
  { title: 'Placed', cell: ({ created }) => dateTime(created) },
  { title: 'Decision', cell: (order) => <Decisions order={order} /> },
];

/**
 * The type of the order and the name of its cluster. If the console has a page for the cluster, the name is a link to
 * this page. After a termination, this page shows the proof of the deletion.
 */
function NameCell({ order: { type, resource_name, resource_uuid, offering_type, state } }: { order: Order }) {
  const isShown = offering_type === 'Rancher' && resource_uuid && WITH_CLUSTER.includes(state);
  return (
    <>
      <Text size="sm">{type}</Text>
      {isShown ? (
        <Anchor component={Link} to={`/clusters/${resource_uuid}`} fw={600}>
          {resource_name}
        </Anchor>
      ) : (
        <Text fw={600}>{resource_name}</Text>
      )}
    </>
  );
}

function StateCell({ order: { state, error_message } }: { order: Order }) {
  return (
    <>
      <StateBadge state={state} />
      {error_message && (
        <Text size="xs" c="dimmed" maw={320}>
          {error_message}
        </Text>
      )}
    </>
  );
}

function Decisions({ order }: { order: Order }) {
  const [chosen, setChosen] = useState<Decision>();
  const decisions = decisionsFor(order.state);
  return (
    <Group gap="xs">
      {decisions.map((decision) => (
        <Button
          key={decision}
          size="compact-sm"
          variant="default"
          onClick={() => setChosen(decision)}
          aria-label={`${stateText(decision)} the order of ${order.resource_name}`}
        >
          {stateText(decision)}
        </Button>
      ))}
      {chosen && <DecisionDialog order={order} decision={chosen} onClose={() => setChosen(undefined)} />}
    </Group>
  );
}

const CONSEQUENCES: Readonly<Record<Decision, string>> = {
  approve: 'The order is carried out at once, unless its provider also has to approve it.',
  reject: 'The order ends. Nothing is made or changed. The API shows your reason to users who see the order.',
  retry: 'The order continues where it failed. What exists already is not made again.',
};

type DialogProps = { order: Order; decision: Decision; onClose: () => void };

function DecisionDialog({ order, decision, onClose }: DialogProps) {
  const [comment, setComment] = useState('');
  const change = useDecision(order, onClose);
  return (
    <ActionDialog
      title={`${stateText(decision)} the order of ${order.resource_name}?`}
      confirm={stateText(decision)}
      isDangerous={decision === 'reject'}
      isOpen
      onClose={onClose}
      onConfirm={() => change.mutate({ decision, comment })}
      action={change}
    >
      <Text size="sm">{CONSEQUENCES[decision]}</Text>
      {decision === 'reject' && (
        <TextInput
          label="Reason"
          value={comment}
          onChange={({ currentTarget }) => setComment(currentTarget.value)}
          data-autofocus
        />
      )}
    </ActionDialog>
  );
}
