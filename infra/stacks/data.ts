import { RemovalPolicy } from 'aws-cdk-lib';
import { CfnRule, EventBus } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { ResourcePolicy } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { arnOf } from '../constructs/arn-of.ts';
import { DeadLetterQueue } from '../constructs/dead-letter-queue.ts';
import { GeneratedKey } from '../constructs/generated-key.ts';
import type { Platform } from '../constructs/platform.ts';
import { ServiceLogGroup } from '../constructs/service-log-group.ts';
import { SingleTable } from '../constructs/single-table.ts';

/** What is kept: the table, the bus with its audit log, and the queue of what could not be handled. */
export class Data extends Construct {
  readonly table: SingleTable;
  readonly bus: EventBus;
  readonly deadLetters: DeadLetterQueue;

  constructor(scope: Construct, id: string, platform: Platform) {
    super(scope, id);
    const { stage, removalPolicy } = platform.config;
    const policy = removalPolicy === 'retain' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    this.table = new SingleTable(this, 'Table', { removalPolicy: policy, key: platform.key });
    this.bus = new EventBus(this, 'Bus', { eventBusName: `paddock-${stage}` });
    this.deadLetters = new DeadLetterQueue(this, 'DeadLetters', platform, 'dead-letters');
    new GeneratedKey(this, 'HookKey', platform, 'hook-key');
    new GeneratedKey(this, 'MailKey', platform, 'mail-key');
    this.audit(platform);
  }

  /** Every event of the bus, as a line in a log group. The library's log target would bring a function of its own to allow it. */
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
    // A target is the group itself; CDK's ARN ends in `:*`, its streams.
    const target = arnOf(this, 'logs', 'log-group', log.logGroupName);
    new CfnRule(this, 'Audit', {
      description: 'Every event of the bus, into the audit log',
      eventBusName: this.bus.eventBusName,
      eventPattern: { source: ['paddock'] },
      targets: [{ id: 'AuditLog', arn: target }],
    });
  }
}
