import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Platform } from './platform.ts';

/** A log group with the stage's retention and key. Logs are deleted with their stack. */
export class ServiceLogGroup extends LogGroup {
  constructor(scope: Construct, id: string, { config, key }: Platform, logGroupName: string) {
    // RetentionDays is a number of days. CloudFormation accepts certain numbers only.
    super(scope, id, {
      logGroupName,
      retention: config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
      encryptionKey: key,
    });
  }
}
