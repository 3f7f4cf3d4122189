import { Duration } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard as CloudWatchDashboard,
  GraphWidget,
  type IAlarm,
  type IWidget,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { nameOf, type Stage } from '../constructs/platform.ts';
import { apiWidgets, functionWidgets, machineWidgets, queueWidgets, tableWidgets } from './dashboard-aws.ts';
import { backendWidgets, dispatchWidgets, mailWidgets, orderWidgets, stepWidgets } from './dashboard-ours.ts';
import type { Graph, Observed } from './observed.ts';

const WIDTH = 24;

/** A row of graphs that share its width. */
const rowOf = (graphs: readonly Graph[]): IWidget[] =>
  graphs.map(
    ([title, left, right = []]) =>
      new GraphWidget({
        title,
        left: [...left],
        right: [...right],
        width: Math.floor(WIDTH / graphs.length),
        height: 6,
      }),
  );
const heading = (text: string): IWidget[] => [new TextWidget({ markdown: `## ${text}`, width: WIDTH, height: 1 })];

/** What an operator looks at first: from what customers notice down to what it runs on. */
export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, platform: Stage, observed: Observed & { alarms: readonly IAlarm[] }) {
    super(scope, id);
    const sections: [string, readonly Graph[]][] = [
      ['Orders', orderWidgets(platform)],
      ['From order to machine', [...dispatchWidgets(platform), ...queueWidgets(observed)]],
      ['State machines', machineWidgets(observed)],
      ['Steps', stepWidgets(platform)],
      ['Backends', backendWidgets(platform)],
      ['E-mail', mailWidgets(platform)],
      ['API', apiWidgets(observed)],
      ['Functions', functionWidgets(observed)],
      ['Table', tableWidgets(observed)],
    ];
    new CloudWatchDashboard(this, 'Board', {
      dashboardName: nameOf(platform, 'paddock'),
      defaultInterval: Duration.hours(12),
      widgets: [
        [new AlarmStatusWidget({ title: 'Alarms', alarms: [...observed.alarms], width: WIDTH, height: 5 })],
        ...sections.flatMap(([title, graphs]) => [heading(title), rowOf(graphs)]),
      ],
    });
  }
}
