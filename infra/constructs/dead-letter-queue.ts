import { Duration, Validations } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { nameOf, type Platform } from './platform.ts';

/** Keeps failed messages for 14 days, the longest time that SQS allows. docs/runbook.md says what to do with them. */
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
