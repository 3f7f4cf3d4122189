import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { OperatorAlarm } from '../constructs/operator-alarm.ts';
import type { Stage } from '../constructs/platform.ts';
import { alarmDefinitions } from './alarm-definitions.ts';
import type { Observed } from './observed.ts';

/** All alarms. They notify one topic. */
export class Alarms extends Construct {
  readonly all: readonly Alarm[];

  constructor(
    scope: Construct,
    id: string,
    platform: Stage,
    { observed, topic }: { observed: Observed; topic: ITopic },
  ) {
    super(scope, id);
    this.all = alarmDefinitions(platform, observed).map((one) => new OperatorAlarm(this, platform, topic, one));
  }
}
