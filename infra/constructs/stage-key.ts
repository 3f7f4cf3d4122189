import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AnyPrincipal, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';
import { arnOf } from './platform.ts';

const USE = ['kms:Encrypt', 'kms:Decrypt', 'kms:ReEncrypt*', 'kms:GenerateDataKey*', 'kms:DescribeKey'];

/**
 * The stage's own key for the tables, the logs, the topic of alarms, and the copies that `StateBackupBucket` keeps.
 * docs/decisions/0007-telemetry.md explains why the stage has its own key. The key's own policy admits every role that
 * may read the data, so no role's policy names the key. The key is kept as long as the tables, because a table cannot
 * be read without its key.
 */
export class StageKey extends Key {
  constructor(scope: Construct, id: string, { stage, removalPolicy }: Config) {
    super(scope, id, {
      alias: `alias/paddock-${stage}`,
      description: `Paddock, stage ${stage}: tables, copies, logs, alarms`,
      enableKeyRotation: true,
      removalPolicy: removalPolicy === 'retain' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    for (const statement of [this.forTable(), this.forBucket(), this.forLogs(), this.forAlarms()])
      this.addToResourcePolicy(statement);
  }

  /** Roles of this account that may use a table may also use the key, but only through DynamoDB. */
  private forTable(): PolicyStatement {
    const { account, region } = Stack.of(this);
    return new PolicyStatement({
      sid: 'ThroughDynamoDB',
      principals: [new AnyPrincipal()],
      actions: [...USE, 'kms:CreateGrant'],
      resources: ['*'],
      conditions: {
        StringEquals: { 'kms:CallerAccount': account, 'kms:ViaService': `dynamodb.${region}.amazonaws.com` },
      },
    });
  }

  /** Roles of this account that can use `StateBackupBucket` may also use the key, but only through S3. */
  private forBucket(): PolicyStatement {
    const { account, region } = Stack.of(this);
    return new PolicyStatement({
      sid: 'ThroughS3',
      principals: [new AnyPrincipal()],
      actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
      resources: ['*'],
      conditions: { StringEquals: { 'kms:CallerAccount': account, 'kms:ViaService': `s3.${region}.amazonaws.com` } },
    });
  }

  private forLogs(): PolicyStatement {
    const groups = arnOf(this, 'logs', 'log-group', '*');
    return new PolicyStatement({
      sid: 'LogGroups',
      principals: [new ServicePrincipal(`logs.${Stack.of(this).region}.amazonaws.com`)],
      actions: USE,
      resources: ['*'],
      conditions: { ArnLike: { 'kms:EncryptionContext:aws:logs:arn': groups } },
    });
  }

  /**
   * CloudWatch must be able to write to the encrypted topic. CloudWatch has no right to use AWS's own key for SNS. So
   * the topic is encrypted with the stage's key.
   */
  private forAlarms(): PolicyStatement {
    return new PolicyStatement({
      sid: 'Alarms',
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
      resources: ['*'],
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
    });
  }
}
