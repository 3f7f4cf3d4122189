import { ExecutionAlreadyExists, type SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { Operation } from '#shared/domain/_core/operation';
import type { Workflows } from '../../ports/runtime.ts';
import { failingByName } from './aws-failure.ts';

export type MachineArns = Readonly<Record<Operation['machine'], string>>;
type Options = { client: SFNClient; machineArns: MachineArns };

/** The execution has the operation's uuid as its name, so an operation that is dispatched twice runs once. */
export const stepFunctionsWorkflows = ({ client: given, machineArns }: Options): Workflows => {
  const client = failingByName(given, 'Step Functions');
  return {
    async start({ uuid, machine, clusterUuid, nodeUuid, groupUuid, membershipUuid, correlationId }) {
      const ids = { operationUuid: uuid, clusterUuid, nodeUuid, groupUuid, membershipUuid };
      const input = JSON.stringify({ ...ids, correlationId });
      const command = new StartExecutionCommand({ stateMachineArn: machineArns[machine], name: uuid, input });
      try {
        await client.send(command);
      } catch (error) {
        if (!(error instanceof ExecutionAlreadyExists)) throw error;
      }
    },
  };
};
