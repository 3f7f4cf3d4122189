import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { AlarmTopic } from '../constructs/alarm-topic.ts';
import { OperatorAlarm } from '../constructs/operator-alarm.ts';
import type { Platform } from '../constructs/platform.ts';
import { alarmDefinitions } from './alarm-definitions.ts';
import type { Observed } from './observed.ts';

/** The alarms, and the topic that tells of them. */
export class Alarms extends Construct {
  readonly all: readonly Alarm[];
  readonly topic: AlarmTopic;

  constructor(scope: Construct, id: string, platform: Platform, observed: Observed) {
    super(scope, id);
    this.topic = new AlarmTopic(this, 'Topic', platform);
    this.all = alarmDefinitions(platform, observed).map((one) => new OperatorAlarm(this, platform, this.topic, one));
  }
}
