import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { SubscriptionProtocol, Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { nameOf, type Platform } from './platform.ts';

/** The topic of all alarms. It has no subscribers until an address is configured or subscribed by hand. */
export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, platform: Platform) {
    super(scope, id, { topicName: nameOf(platform, 'alarms'), masterKey: platform.key, enforceSSL: true });
    // A topic with its own policy has no default policy, which would allow the account's services to publish.
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
