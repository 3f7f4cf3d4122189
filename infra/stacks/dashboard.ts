import { Duration } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard as CloudWatchDashboard,
  GraphWidget,
  type IAlarm,
  type IWidget,
  Metric,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { everyOurMetric, FIVE_MINUTES, ourMetric } from '../constructs/paddock-metric.ts';
import { nameOf, type Stage } from '../constructs/platform.ts';
import type { Graph, Observed } from './monitored-parts.ts';

const WIDTH = 24;
/** The most alarms that CloudWatch accepts in one widget. It refuses the whole dashboard if one widget has more. */
const ALARMS_PER_WIDGET = 100;

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
function alarmWidgets(alarms: readonly IAlarm[]): IWidget[][] {
  const count = Math.ceil(alarms.length / ALARMS_PER_WIDGET);
  const size = Math.ceil(alarms.length / count);
  return Array.from({ length: count }, (_, index) => {
    const title = count === 1 ? 'Alarms' : `Alarms (${index + 1} of ${count})`;
    const some = alarms.slice(index * size, (index + 1) * size);
    return [new AlarmStatusWidget({ title, alarms: some, width: WIDTH, height: 5 })];
  });
}
const heading = (text: string): IWidget[] => [new TextWidget({ markdown: `## ${text}`, width: WIDTH, height: 1 })];

/**
 * The dashboard of a stage. Below the alarms, orders come first, because customers notice problems with orders.
 * Functions and tables come last.
 */
export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, platform: Stage, observed: Observed & { alarms: readonly IAlarm[] }) {
    super(scope, id);
    const sections: [string, readonly Graph[]][] = [
      ['Orders', orderWidgets(platform)],
      ['From order to state machine', [...dispatchWidgets(platform), ...queueWidgets(observed)]],
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
        ...alarmWidgets(observed.alarms),
        ...sections.flatMap(([title, graphs]) => [heading(title), rowOf(graphs)]),
      ],
    });
  }
}

const sum = (label?: string) => ({ statistic: 'Sum', period: FIVE_MINUTES, ...(label !== undefined && { label }) });
const at = (statistic: string, label = statistic) => ({ statistic, period: FIVE_MINUTES, label });

const queueWidgets = ({ deadLetters, dispatcher }: Observed): Graph[] => [
  ['Dead letters', [deadLetters.metricApproximateNumberOfMessagesVisible(at('Maximum', 'waiting'))]],
  ['Age of the oldest record in the stream, ms', [dispatcher.metric('IteratorAge', at('Maximum', 'oldest record'))]],
];

const machineWidgets = ({ machines }: Observed): Graph[] => {
  const all = [...machines];
  return [
    ['Started', all.map(([name, it]) => it.metricStarted(sum(name)))],
    ['Failed', all.map(([name, it]) => it.metricFailed(sum(name)))],
    [
      'Timed out, aborted, throttled',
      all.flatMap(([name, it]) => [
        it.metricTimedOut(sum(`${name} timed out`)),
        it.metricAborted(sum(`${name} aborted`)),
        it.metricThrottled(sum(`${name} throttled`)),
      ]),
    ],
    ['Duration p90, ms', all.map(([name, it]) => it.metricTime(at('p90', name)))],
  ];
};

const apiWidgets = ({ api }: Observed): Graph[] => [
  ['Calls', [api.metricCount(sum('calls'))], [api.metricClientError(sum('4xx')), api.metricServerError(sum('5xx'))]],
  ['Latency, ms', [api.metricLatency(at('p50')), api.metricLatency(at('p99')), api.metricLatency(at('Maximum'))]],
];

const functionWidgets = ({ functions }: Observed): Graph[] => [
  ['Errors', [...functions].map(([entry, it]) => it.metricErrors(sum(entry)))],
  ['Duration p99, ms', [...functions].map(([entry, it]) => it.metricDuration(at('p99', entry)))],
  [
    'Concurrent and throttled invocations of the account',
    [LambdaFunction.metricAllConcurrentExecutions(at('Maximum', 'concurrent'))],
    [LambdaFunction.metricAllThrottles(sum('throttled'))],
  ],
];

const tableWidgets = ({ table, auditTable }: Observed): Graph[] => {
  const ofTables = (metricName: string, label: string) => [
    ofTable(table, metricName, label),
    ofTable(auditTable, metricName, `${label} (events)`),
  ];
  return [
    [
      'Capacity used',
      [...ofTables('ConsumedReadCapacityUnits', 'read'), ...ofTables('ConsumedWriteCapacityUnits', 'written')],
    ],
    ['Throttled', [...ofTables('ReadThrottleEvents', 'reads'), ...ofTables('WriteThrottleEvents', 'writes')]],
  ];
};

const ofTable = ({ tableName: TableName }: Observed['table'], metricName: string, label: string) =>
  new Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap: { TableName }, ...sum(label) });

/** The names of Paddock's own metrics are in shared/contracts/telemetry.ts. */

const orderWidgets = (platform: Stage): Graph[] => [
  [
    'Orders dispatched, done, erred',
    [
      ourMetric(platform, 'DispatchDelay', {}, 'SampleCount', 'dispatched'),
      everyOurMetric(platform, 'OrdersDone', ['Type'], 'Sum'),
      everyOurMetric(platform, 'OrdersErred', ['Owner'], 'Sum'),
      ourMetric(platform, 'OrdersRescued', {}, 'Sum', 'rescued'),
    ],
  ],
  [
    'Failures by code',
    [
      everyOurMetric(platform, 'OrdersErred', ['Code'], 'Sum'),
      everyOurMetric(platform, 'UpgradesErred', ['Code'], 'Sum'),
      everyOurMetric(platform, 'HibernationsErred', ['Code'], 'Sum'),
      everyOurMetric(platform, 'NodesErred', ['Code'], 'Sum'),
    ],
  ],
  [
    'Approval of an order to OK, seconds',
    ['p50', 'p90', 'Maximum'].map((it) => ourMetric(platform, 'ClusterCreationDuration', {}, it, it)),
    [ourMetric(platform, 'ClusterCreationDuration', {}, 'SampleCount', 'clusters made')],
  ],
  ['Waits that ended at their deadline', [everyOurMetric(platform, 'WaitsTimedOut', ['Step'], 'Sum')]],
];

const dispatchWidgets = (platform: Stage): Graph[] => [
  [
    'Order to state machine, ms; missed by the stream',
    ['p50', 'p99'].map((it) => ourMetric(platform, 'DispatchDelay', {}, it, it)),
    [
      ourMetric(platform, 'OutboxDispatchedLate', {}, 'Sum', 'dispatched late'),
      ourMetric(platform, 'OutboxUnreadable', {}, 'Maximum', 'unreadable rows'),
    ],
  ],
];

const mailWidgets = (platform: Stage): Graph[] => [
  [
    'E-mails sent; failing for a quarter of an hour',
    [ourMetric(platform, 'MailsSent', {}, 'Sum', 'sent')],
    [ourMetric(platform, 'MailsUndelivered', {}, 'Sum', 'failed attempts')],
  ],
];

const stepWidgets = (platform: Stage): Graph[] => [
  ['Failed attempts by step and error', [everyOurMetric(platform, 'StepFailures', ['Step', 'Error'], 'Sum')]],
  ['Step duration p90, ms', [everyOurMetric(platform, 'StepDuration', ['Step'], 'p90')]],
  ['Checks by watch steps', [everyOurMetric(platform, 'StepDuration', ['Step'], 'SampleCount', 'Step=watch')]],
];

const backendWidgets = (platform: Stage): Graph[] => [
  ['Requests', [everyOurMetric(platform, 'BackendLatency', ['Backend'], 'SampleCount')]],
  ['Latency p90, ms', [everyOurMetric(platform, 'BackendLatency', ['Backend'], 'p90')]],
  ['Failures', [everyOurMetric(platform, 'BackendFailures', ['Backend', 'Error'], 'Sum')]],
  ['Failed syncs, by job', [everyOurMetric(platform, 'SyncFailures', ['Job'], 'Sum')]],
  ['Stopped syncs', [ourMetric(platform, 'SyncsStopped', {}, 'Sum', 'stopped')]],
  [
    'Clouds and clusters not watched',
    [
      ourMetric(platform, 'WatchFailures', {}, 'Sum', 'failures'),
      ourMetric(platform, 'WatchLeft', {}, 'Maximum', 'left to later runs'),
    ],
  ],
  [
    'Replacements begun by autohealing; clusters with held autohealing',
    [ourMetric(platform, 'HealingStarted', {}, 'Sum', 'begun')],
    [ourMetric(platform, 'HealingHeld', {}, 'Sum', 'held')],
  ],
  [
    'Copies of clusters of Cluster API; clusters not copied in the last two days',
    [everyOurMetric(platform, 'StateBackups', ['Result'], 'Sum')],
    [ourMetric(platform, 'StateBackupsLate', {}, 'Maximum', 'late')],
  ],
  [
    'Credentials refused by backends; unknown credentials refused by Paddock',
    [ourMetric(platform, 'CredentialsRefused', {}, 'Sum', 'refused by backends')],
    [ourMetric(platform, 'BadCredentials', {}, 'Sum', 'refused by Paddock')],
  ],
];
