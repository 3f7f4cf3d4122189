import { Stack } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { OperatorAlarm } from '../constructs/operator-alarm.ts';
import { nameOf, type Stage, stageTags } from '../constructs/platform.ts';
import { alarmDefinitions } from './alarm-definitions.ts';
import { Dashboard } from './dashboard.ts';
import type { Observed } from './monitored-parts.ts';

/**
 * Resources of the stage's main stack. `entries` are the folders of the functions, `machines` the names of the state
 * machines.
 */
export type MadeParts = Pick<Observed, 'table' | 'auditTable' | 'deadLetters' | 'api' | 'roots'> & {
  entries: readonly string[];
  machines: readonly string[];
  topic: ITopic;
};

/**
 * The alarms and the dashboard of a stage. A stack may have at most five hundred resources, and the alarms would be a
 * third of them. So the alarms have a separate stack. This stack refers to functions and state machines only by name.
 * If the main stack exported a function to this stack, the function could be removed only after its alarm.
 */
export class MonitoringStack extends Stack {
  constructor(scope: Construct, platform: Stage, made: MadeParts) {
    const { stage, account, region } = platform.config;
    const description = `Paddock, stage ${stage}: alarms and dashboard`;
    super(scope, `paddock-${stage}-monitoring`, {
      env: { account, region },
      description,
      tags: stageTags(platform.config),
    });
    const observed = this.observed(platform, made);
    const alarms = new Alarms(this, 'Alarms', platform, { observed, topic: made.topic });
    new Dashboard(this, 'Dashboard', platform, { ...observed, alarms: alarms.all });
  }

  private observed(stage: Stage, { entries, machines, ...made }: MadeParts): Observed {
    const functionOf = (entry: string, id = entry) => LambdaFunction.fromFunctionName(this, id, nameOf(stage, entry));
    const machineOf = (name: string) => StateMachine.fromStateMachineName(this, name, nameOf(stage, name));
    return {
      ...made,
      functions: new Map(entries.map((entry) => [entry, functionOf(entry)])),
      dispatcher: functionOf('dispatcher', 'Dispatcher'),
      eventPublisher: functionOf('event-publisher', 'EventPublisher'),
      machines: new Map(machines.map((name) => [name, machineOf(name)])),
    };
  }
}

class Alarms extends Construct {
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
