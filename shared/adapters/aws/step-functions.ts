import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  InvalidToken,
  paginateListExecutions,
  SendTaskFailureCommand,
  SendTaskSuccessCommand,
  type SFNClient,
  StartExecutionCommand,
  TaskDoesNotExist,
  TaskTimedOut,
} from '@aws-sdk/client-sfn';
import type { Operation } from '#shared/domain/_core/operation';
import type { ExecutionState, LookedUpMachine } from '#shared/domain/clusters/ended-execution';
import { childExecutionName, ORDER_CHILDREN, type OrderChild } from '#shared/domain/marketplace/order-executions';
import type { Executions, Wakeups, Workflows } from '../../ports/runtime.ts';
import { failingByName } from './aws-failure.ts';

/**
 * Maximum lengths of the error and the cause of a failed task. Step Functions refuses longer texts. After a refusal,
 * the state machine would keep waiting.
 */
const MAX_ERROR_LENGTH = 256;
const MAX_CAUSE_LENGTH = 32_768;

/**
 * Whether the task token is no longer valid. For an old token, AWS answers TaskTimedOut and the emulator
 * TaskDoesNotExist (docs/spec/design.md#waiting-is-woken).
 */
const isStale = (error: unknown): boolean =>
  error instanceof TaskTimedOut || error instanceof TaskDoesNotExist || error instanceof InvalidToken;

async function arrived(answer: Promise<unknown>): Promise<boolean> {
  try {
    await answer;
    return true;
  } catch (error) {
    if (isStale(error)) return false;
    throw error;
  }
}

export const stepFunctionsWakeups = ({ client: given }: { client: SFNClient }): Wakeups => {
  const client = failingByName(given, 'Step Functions');
  return {
    succeed: (taskToken, output) =>
      arrived(client.send(new SendTaskSuccessCommand({ taskToken, output: JSON.stringify(output) }))),

    fail: (taskToken, error, cause) =>
      arrived(
        client.send(
          new SendTaskFailureCommand({
            taskToken,
            error: error.slice(0, MAX_ERROR_LENGTH),
            cause: cause.slice(0, MAX_CAUSE_LENGTH),
          }),
        ),
      ),
  };
};

export type MachineArns = Readonly<Record<Operation['machine'], string>>;
type WorkflowOptions = { client: SFNClient; machineArns: MachineArns };

/**
 * Starts executions. The name of an execution is the uuid of its operation. So an operation that is dispatched twice
 * runs once.
 */
export const stepFunctionsWorkflows = ({ client: given, machineArns }: WorkflowOptions): Workflows => {
  const client = failingByName(given, 'Step Functions');
  return {
    async start({ uuid: operationUuid, machine, created: _created, ...input }) {
      const text = JSON.stringify({ operationUuid, ...input });
      const command = new StartExecutionCommand({
        stateMachineArn: machineArns[machine],
        name: operationUuid,
        input: text,
      });
      try {
        await client.send(command);
      } catch (error) {
        if (!(error instanceof ExecutionAlreadyExists)) throw error;
      }
    },
  };
};

/** ARNs of the state machines that run operations, and of the child state machines of an order. */
export type OperationMachineArns = Readonly<Record<LookedUpMachine | OrderChild, string>>;
type ExecutionOptions = { client: SFNClient; machineArns: OperationMachineArns };

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

/** The highest number of executions that Step Functions lists in one page. */
const PAGE = 1000;

async function runningNames(client: SFNClient, stateMachineArn: string): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const { executions = [] } of paginateListExecutions(
    { client, pageSize: PAGE },
    { stateMachineArn, statusFilter: 'RUNNING' },
  )) {
    for (const { name } of executions) if (name !== undefined) names.add(name);
  }
  return names;
}

/**
 * Reads the state of executions. The ARN of an execution follows from its operation's uuid, so no ARN has to be stored.
 */
export const stepFunctionsExecutions = ({ client: given, machineArns }: ExecutionOptions): Executions => {
  const client = failingByName(given, 'Step Functions');
  return {
    async stateOf({ uuid, machine }) {
      const own = await describe(client, machineArns[machine], uuid);
      // Only orders need the check of child executions below. After any other operation has ended, its children can no
      // longer write, because each of their steps first checks that the operation is current.
      if (own.kind === 'running' || machine !== 'process-order') return own;
      // A child may run longer than the execution of its order, for example if an operator stopped only the parent. The
      // order then counts as running, because the child will record the order's end.
      const states = ORDER_CHILDREN.map((child) =>
        describe(client, machineArns[child], childExecutionName(uuid, child)),
      );
      return (await Promise.all(states)).find(({ kind }) => kind === 'running') ?? own;
    },

    listRunning: (machine) => runningNames(client, machineArns[machine]),
  };
};
