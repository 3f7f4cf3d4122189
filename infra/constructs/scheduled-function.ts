import type { Duration } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { z } from 'zod';
import type { Platform } from './platform.ts';
import { ServiceFunction, type ServiceFunctionProps } from './service-function.ts';

type Props<Env extends z.ZodType> = ServiceFunctionProps<Env> & {
  every: Duration;
  deadLetterQueue: IQueue;
  /** Further schedules by id, each with its input. */
  also?: Readonly<Record<string, { description: string; every: Duration; input: Record<string, unknown> }>>;
};

/**
 * A function that runs by a schedule. A failed start is retried only for a short time: the next run does its work.
 * Starts and runs that failed finally become dead letters.
 */
export class ScheduledFunction<Env extends z.ZodType> extends ServiceFunction<Env> {
  constructor(scope: Construct, id: string, platform: Platform, { every, also = {}, ...props }: Props<Env>) {
    super(scope, id, platform, props);
    const { description, deadLetterQueue } = props;
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
