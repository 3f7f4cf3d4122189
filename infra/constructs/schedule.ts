import type { Duration } from 'aws-cdk-lib';
import { Rule, Schedule as When } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

type Props = { description: string; every: Duration; target: IFunction; deadLetterQueue: IQueue };

/** Starts a function every so often. A run that could not be started is not tried for long: the next one does its work. */
export class Schedule extends Rule {
  constructor(scope: Construct, id: string, { description, every, target, deadLetterQueue }: Props) {
    super(scope, id, {
      description,
      schedule: When.rate(every),
      targets: [new LambdaFunction(target, { deadLetterQueue, retryAttempts: 2, maxEventAge: every })],
    });
  }
}
