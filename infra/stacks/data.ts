import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Table } from 'aws-cdk-lib/aws-dynamodb';
import { CfnRule, EventBus } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { ResourcePolicy } from 'aws-cdk-lib/aws-logs';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { AUDIT_INDEX_NAMES, INDEX_NAMES } from '#shared/contracts/table';
import { type SecretPrefix, STAGE_KEY, secretName } from '#shared/domain/_core/secret-name';
import type { EnvOf, tablesEnv } from '#shared/runtime/env';
import type { RestoredTable } from '../config/fields-of-the-stage.ts';
import { arnOf, nameOf, type Platform } from '../constructs/platform.ts';
import { ServiceLogGroup } from '../constructs/service-function.ts';
import { type AnyTable, SingleTable } from '../constructs/single-table.ts';
import { StateBackupBucket } from '../constructs/state-backups.ts';

/** A table that was restored from a backup. The stack uses this table but does not own it (docs/backup.md). */
const restored = (scope: Construct, id: string, { name, streamArn }: RestoredTable): AnyTable =>
  Table.fromTableAttributes(scope, id, { tableName: name, tableStreamArn: streamArn });

/** All parts that keep data: the tables, the bus with its audit log, and the dead-letter queue. */
export class Data extends Construct {
  readonly table: AnyTable;
  /**
   * The audit events. No function may change or remove a row (docs/decisions/0047-events-of-changes-have-a-table.md).
   */
  readonly auditTable: AnyTable;
  readonly bus: EventBus;
  readonly deadLetters: DeadLetterQueue;
  /** The bucket with copies of the objects that a management cluster has for each of its clusters. */
  readonly stateBackups: StateBackupBucket;

  constructor(scope: Construct, id: string, platform: Platform) {
    super(scope, id);
    const { stage, removalPolicy, restoredTables = {} } = platform.config;
    const policy = removalPolicy === 'retain' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    const kept = { removalPolicy: policy, key: platform.key };
    const { table, auditTable } = restoredTables;
    this.table = table
      ? restored(this, 'RestoredTable', table)
      : new SingleTable(this, 'Table', { ...kept, indexNames: INDEX_NAMES });
    this.auditTable = auditTable
      ? restored(this, 'RestoredAuditTable', auditTable)
      : new SingleTable(this, 'AuditTable', { ...kept, indexNames: AUDIT_INDEX_NAMES });
    this.bus = new EventBus(this, 'Bus', { eventBusName: `paddock-${stage}` });
    this.deadLetters = new DeadLetterQueue(this, 'DeadLetters', platform, 'dead-letters');
    this.stateBackups = new StateBackupBucket(this, 'StateBackups', kept);
    new GeneratedKey(this, 'HookKey', platform, 'hook-key');
    new GeneratedKey(this, 'MailKey', platform, 'mail-key');
    new GeneratedKey(this, 'StateKey', platform, 'state-key');
    this.audit(platform);
  }

  /** The environment variables of every function that reads or writes the tables. */
  get tableNames(): EnvOf<typeof tablesEnv> {
    return { TABLE_NAME: this.table.tableName, AUDIT_TABLE_NAME: this.auditTable.tableName };
  }

  /**
   * Writes every event of the bus to a log group. This code defines the rule's target by hand, because CDK's target for
   * log groups would add a function.
   */
  private audit(platform: Platform): void {
    const log = new ServiceLogGroup(this, 'AuditLog', platform, `/aws/events/paddock-${platform.config.stage}`);
    new ResourcePolicy(this, 'AuditLogPolicy', {
      policyStatements: [
        new PolicyStatement({
          actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
          principals: [
            new ServicePrincipal('events.amazonaws.com'),
            new ServicePrincipal('delivery.logs.amazonaws.com'),
          ],
          resources: [log.logGroupArn],
        }),
      ],
    });
    // The target must be the log group itself. The ARN from CDK ends in `:*`, which means the streams of the log group.
    const target = arnOf(this, 'logs', 'log-group', log.logGroupName);
    new CfnRule(this, 'Audit', {
      description: 'Writes every event of the bus to the audit log',
      eventBusName: this.bus.eventBusName,
      eventPattern: { source: ['paddock'] },
      targets: [{ id: 'AuditLog', arn: target }],
    });
  }
}

/** Keeps failed messages for 14 days, the longest time that SQS allows. docs/runbook.md says how to handle them. */
class DeadLetterQueue extends Queue {
  constructor(scope: Construct, id: string, platform: Platform, name: string) {
    super(scope, id, {
      queueName: nameOf(platform, name),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    Validations.of(this).acknowledge({ id: 'AwsSolutions-SQS3', reason: 'This queue is itself a dead-letter queue.' });
  }
}

/**
 * A secret with a key of the stage. There are three keys: for secrets of hooks in the table, for links in e-mails, and
 * for copies of management clusters. The deployment generates the key, and only functions read it
 * (`shared/domain/hooks/key-ring.ts`). The key is kept as long as the table, because the secrets in the table cannot be
 * read without the key.
 */
class GeneratedKey extends Secret {
  constructor(scope: Construct, id: string, { config }: Pick<Platform, 'config'>, prefix: SecretPrefix) {
    super(scope, id, {
      secretName: secretName(config.stage, prefix, STAGE_KEY),
      description: `Paddock, stage ${config.stage}: ${prefix}`,
      // 64 random letters and digits have 381 bits of entropy.
      generateSecretString: {
        secretStringTemplate: JSON.stringify({ id: '1' }),
        generateStringKey: 'key',
        passwordLength: 64,
        excludePunctuation: true,
      },
      removalPolicy: config.removalPolicy === 'retain' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'The secret is not rotated automatically, because stored texts can be read only with the key that encrypted them. An operator adds a new key and keeps the old key (docs/runbook.md).',
    });
  }
}
