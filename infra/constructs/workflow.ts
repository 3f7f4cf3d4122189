import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import {
  DefinitionBody,
  type IStateMachine,
  LogLevel,
  QueryLanguage,
  StateMachine,
} from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { StepFunctions } from '#machines/_blocks/flow';
import type { Machine, MachineName } from '#machines/registry';
import { MachineRole } from './machine-role.ts';
import { nameOf, type Platform } from './platform.ts';

type Props = {
  machine: Machine;
  functions: StepFunctions;
  started: (name: MachineName) => IStateMachine;
  logGroup: ILogGroup;
};

/** A state machine with logs and traces. Execution data is not logged, because it holds task tokens. */
export class Workflow extends Construct {
  readonly machine: StateMachine;

  constructor(
    scope: Construct,
    id: string,
    platform: Platform,
    { machine, functions, started, logGroup: destination }: Props,
  ) {
    super(scope, id);
    const stateMachineName = nameOf(platform, machine.name);
    const role = new MachineRole(this, 'Role', {
      functions: machine.backends.map((backend) => functions[backend]),
      children: machine.children.map((child) => nameOf(platform, child)),
    });
    this.machine = new StateMachine(this, 'Machine', {
      stateMachineName,
      definitionBody: DefinitionBody.fromChainable(machine.define(this, functions, started)),
      role: role.withoutPolicyUpdates(),
      queryLanguage: QueryLanguage.JSONATA,
      timeout: machine.timeout,
      logs: { destination, level: LogLevel.ALL, includeExecutionData: false },
      tracingEnabled: true,
    });
  }
}
