import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Platform } from './platform.ts';

/** A log group with the stage's retention and key; logs never outlive their stack. */
export class ServiceLogGroup extends LogGroup {
  constructor(scope: Construct, id: string, { config, key }: Platform, logGroupName: string) {
    // RetentionDays is the number of days; CloudFormation refuses numbers it does not know.
    super(scope, id, {
      logGroupName,
      retention: config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
      encryptionKey: key,
    });
  }
}
