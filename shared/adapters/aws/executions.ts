import { DescribeExecutionCommand, ExecutionDoesNotExist, type SFNClient } from '@aws-sdk/client-sfn';
import type { ClusterMachine } from '#shared/domain/_core/operation';
import type { ExecutionState } from '#shared/domain/clusters/lost-execution';
import { childExecutionName, ORDER_CHILD_NAMES, type OrderChild } from '#shared/domain/marketplace/order-executions';
import type { Executions } from '../../ports/runtime.ts';
import { failingByName } from './aws-failure.ts';

/** ARNs of the machines that work for a cluster's record, and of those that carry out an order. */
export type OperationMachineArns = Readonly<Record<ClusterMachine | OrderChild, string>>;
type Options = { client: SFNClient; machineArns: OperationMachineArns };

const ENDED: Readonly<Partial<Record<string, 'succeeded' | 'stopped' | 'timed-out'>>> = {
  SUCCEEDED: 'succeeded',
  ABORTED: 'stopped',
  TIMED_OUT: 'timed-out',
};

async function describe(client: SFNClient, machineArn: string, name: string): Promise<ExecutionState> {
  const executionArn = `${machineArn.replace(':stateMachine:', ':execution:')}:${name}`;
  try {
    const { status, error = '', cause = '' } = await client.send(new DescribeExecutionCommand({ executionArn }));
    if (status === 'FAILED') return { kind: 'failed', error, cause };
    return { kind: ENDED[status ?? ''] ?? 'running' };
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return { kind: 'unknown' };
    throw error;
  }
}

/** Uses the names that dispatcher and machines give, so nothing has to be stored. */
export const stepFunctionsExecutions = ({ client: given, machineArns }: Options): Executions => {
  const client = failingByName(given, 'Step Functions');
  return {
    async stateOf({ uuid, machine }) {
      const own = await describe(client, machineArns[machine], uuid);
      // What a child of another machine still writes is fenced: the operation is ended on the cluster.
      if (own.kind === 'running' || machine !== 'process-order') return own;
      // A child may outlive its parent, for ever if an operator stopped only the parent. The child then writes the end.
      const states = ORDER_CHILD_NAMES.map((child) =>
        describe(client, machineArns[child], childExecutionName(uuid, child)),
      );
      return (await Promise.all(states)).find(({ kind }) => kind === 'running') ?? own;
    },
  };
};
