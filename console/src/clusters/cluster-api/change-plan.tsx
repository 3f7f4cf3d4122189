import { Text } from '@mantine/core';
import type { ClusterApiChange } from '@paddock/client';
import { counted } from '../../ui/format.ts';
import { PlanLines } from '../actions/plan-lines.tsx';
import { stepLine } from '../actions/step-line.ts';

/** Shows how a change affects the machines of a Cluster API cluster, and the objects on the management cluster. */
export function ChangePlan({ plan: { steps, objects } }: { plan: ClusterApiChange }) {
  if (steps.length === 0 && objects.length > 0)
    return (
      <Text size="sm">
        No machine is replaced. The change affects {counted(objects.length, 'object')} on the management cluster.
      </Text>
    );
  return <PlanLines lines={steps.map(stepLine)} />;
}
