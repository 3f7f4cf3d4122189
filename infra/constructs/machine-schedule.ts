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
  /** A start that has not succeeded by then is dropped. The next one does its work. */
  every: Duration;
  machine: IStateMachine;
  /** Fields of the machine's input, beside its correlation id. */
  input: Record<string, string>;
  /** The role that may start the machine. */
  role: IRole;
  deadLetterQueue: IQueue;
};

/** Starts a machine by a schedule. A failed start is retried only for a short time: the next one does its work. */
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
