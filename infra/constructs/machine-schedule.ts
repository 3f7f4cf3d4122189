import type { Duration } from 'aws-cdk-lib';
import { EventField, Rule, RuleTargetInput, type Schedule } from 'aws-cdk-lib/aws-events';
import { SfnStateMachine } from 'aws-cdk-lib/aws-events-targets';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { IStateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';

type Props = {
  description: string;
  schedule: Schedule;
  /** A start that could not be made by then is left to the next one. */
  every: Duration;
  machine: IStateMachine;
  /** Fields of the machine's input, beside its correlation id. */
  input: Record<string, string>;
  /** May start the machine. */
  role: IRole;
  deadLetterQueue: IQueue;
};

/** A machine that is started every so often. A start that failed is not tried for long: the next one does its work. */
export class MachineSchedule extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { description, schedule, every, machine, input, role, deadLetterQueue }: Props,
  ) {
    super(scope, id);
    new Rule(this, 'Rule', {
      description,
      schedule,
      targets: [
        new SfnStateMachine(machine, {
          input: RuleTargetInput.fromObject({ ...input, correlationId: EventField.eventId }),
          ...{ role, deadLetterQueue, retryAttempts: 2, maxEventAge: every },
        }),
      ],
    });
  }
}
