import type { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { z } from 'zod';
import type { Platform } from './platform.ts';
import { ServiceFunction, type ServiceFunctionProps } from './service-function.ts';

type Props<Env extends z.ZodType> = ServiceFunctionProps<Env> & { every: Duration; deadLetterQueue: IQueue };

/**
 * A function that runs every so often. A start that failed is not tried for long: the next run does its work.
 * Starts and runs that failed for good are dead letters.
 */
export class ScheduledFunction<Env extends z.ZodType> extends ServiceFunction<Env> {
  constructor(scope: Construct, id: string, platform: Platform, { every, ...props }: Props<Env>) {
    super(scope, id, platform, props);
    const { description, deadLetterQueue } = props;
    new Rule(scope, `${id}Schedule`, {
      description,
      schedule: Schedule.rate(every),
      targets: [new LambdaFunction(this, { deadLetterQueue, retryAttempts: 2, maxEventAge: every })],
    });
  }
}
