import { Duration, Validations } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { nameOf, type Platform } from './platform.ts';

/** Keeps what could not be handled for 14 days, the longest SQS can; docs/runbook.md says what to do with it. */
export class DeadLetterQueue extends Queue {
  constructor(scope: Construct, id: string, platform: Platform, name: string) {
    super(scope, id, {
      queueName: nameOf(platform, name),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    Validations.of(this).acknowledge({ id: 'AwsSolutions-SQS3', reason: 'It is itself a dead-letter queue.' });
  }
}
