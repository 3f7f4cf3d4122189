import { Duration } from 'aws-cdk-lib';
import { EventField, Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction, SfnStateMachine } from 'aws-cdk-lib/aws-events-targets';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { IStateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { z } from 'zod';
import type { Platform } from './platform.ts';
import { ServiceFunction, type ServiceFunctionProps } from './service-function.ts';

type Props<Env extends z.ZodType> = ServiceFunctionProps<Env> & {
  every: Duration;
  deadLetterQueue: IQueue;
  also?: Readonly<Record<string, { description: string; every: Duration; input: Record<string, unknown> }>>;
};

/** The longest time, in seconds, for which Lambda keeps an asynchronous event: six hours. */
const LAMBDA_QUEUE = 21_600;

/**
 * A function that runs on a schedule. A failed start or run is retried only until the next run, which does the same
 * work. A start or run that still fails goes to the dead-letter queue. Runs do not overlap, because the function's
 * handler takes a lease (`shared/runtime/scheduled-run.ts`).
 */
export class ScheduledFunction<Env extends z.ZodType> extends ServiceFunction<Env> {
  constructor(scope: Construct, id: string, platform: Platform, { every, also = {}, ...props }: Props<Env>) {
    super(scope, id, platform, props);
    const { description, deadLetterQueue } = props;
    this.configureAsyncInvoke({
      retryAttempts: 2,
      maxEventAge: Duration.seconds(Math.min(every.toSeconds(), LAMBDA_QUEUE)),
    });
    new Rule(scope, `${id}Schedule`, {
      description,
      schedule: Schedule.rate(every),
      targets: [new LambdaFunction(this, { deadLetterQueue, retryAttempts: 2, maxEventAge: every })],
    });
    for (const [name, further] of Object.entries(also)) {
      const event = RuleTargetInput.fromObject(further.input);
      new Rule(scope, `${name}Schedule`, {
        description: further.description,
        schedule: Schedule.rate(further.every),
        targets: [new LambdaFunction(this, { deadLetterQueue, retryAttempts: 2, maxEventAge: further.every, event })],
      });
    }
  }
}

type MachineScheduleProps = {
  description: string;
  schedule: Schedule;
  /**
   * The time between two starts. A failed start is retried twice, but only during this time, because the next start
   * does the same work. Then the failed start goes to the dead-letter queue.
   */
  every: Duration;
  machine: IStateMachine;
  /** Fields of the state machine's input. The schedule adds the correlation id to these fields. */
  input: Record<string, string>;
  role: IRole;
  deadLetterQueue: IQueue;
};

/**
 * Starts a state machine on a schedule. A failed start is retried only for a short time, because the next start does
 * the same work.
 */
export class MachineSchedule extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { description, schedule, every, machine, input, role, deadLetterQueue }: MachineScheduleProps,
  ) {
    super(scope, id);
    new Rule(this, 'Rule', {
      description,
      schedule,
      targets: [
        new SfnStateMachine(machine, {
          input: RuleTargetInput.fromObject({ ...input, correlationId: EventField.eventId }),
          role,
          deadLetterQueue,
          retryAttempts: 2,
          maxEventAge: every,
        }),
      ],
    });
  }
}
