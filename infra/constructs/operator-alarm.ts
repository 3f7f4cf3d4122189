import { Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ITopic, SubscriptionProtocol, Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { nameOf, type Platform, type Stage } from './platform.ts';

export type AlarmDefinition = {
  /** The alarm's heading in docs/runbook.md, without `Alarm: ` and with dashes in place of spaces. */
  entry: string;
  /** The function or state machine that the alarm is about, if several alarms share an entry in the runbook. */
  about?: string;
  /** One sentence that explains the alarm to the operator. */
  says: string;
  metric: IMetric;
  /** The metric must reach this value in `periods` periods in a row to raise the alarm. */
  threshold: number;
  /** Number of periods in a row. Default: 1. */
  periods?: number;
};

/**
 * An alarm that names its entry in the runbook. A test finds alarms without an entry. Missing data raises no alarm,
 * because most alarms count failures.
 */
export class OperatorAlarm extends Alarm {
  constructor(scope: Construct, platform: Stage, topic: ITopic, definition: AlarmDefinition) {
    const { entry, about, says, metric, threshold, periods = 1 } = definition;
    const name = [entry, ...(about === undefined ? [] : [about.replaceAll('/', '-')])].join('-');
    super(scope, name, {
      alarmName: nameOf(platform, name),
      alarmDescription: `${says} See docs/runbook.md#alarm-${entry}`,
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    this.addAlarmAction(new SnsAction(topic));
    this.addOkAction(new SnsAction(topic));
  }
}

/**
 * The topic to which all alarms are sent. The topic has no subscriber until an address is configured, or somebody
 * subscribes by hand.
 */
export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, platform: Platform) {
    super(scope, id, { topicName: nameOf(platform, 'alarms'), masterKey: platform.key, enforceSSL: true });
    // This policy replaces the default policy, which would let all services of the account publish.
    this.addToResourcePolicy(
      new PolicyStatement({
        sid: 'Alarms',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    const { alarmEmail, alarmUrl } = platform.config;
    if (alarmEmail) this.addSubscription({ bind: () => ({ ...to(alarmEmail), protocol: SubscriptionProtocol.EMAIL }) });
    if (alarmUrl) this.addSubscription({ bind: () => ({ ...to(alarmUrl), protocol: SubscriptionProtocol.HTTPS }) });
  }
}

const to = (endpoint: string) => ({ endpoint, subscriberId: endpoint });
