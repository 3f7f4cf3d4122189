import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { FIVE_MINUTES } from '../constructs/our-metric.ts';
import type { Graph, Observed } from './observed.ts';

/** Graphs of what AWS itself measures. */

const sum = (label?: string) => ({ statistic: 'Sum', period: FIVE_MINUTES, ...(label !== undefined && { label }) });
const at = (statistic: string, label = statistic) => ({ statistic, period: FIVE_MINUTES, label });

export const queueWidgets = ({ deadLetters, dispatcher }: Observed): Graph[] => [
  ['Dead letters', [deadLetters.metricApproximateNumberOfMessagesVisible(at('Maximum', 'waiting'))]],
  ['Age of the stream, ms', [dispatcher.metric('IteratorAge', at('Maximum', 'oldest record'))]],
];

export const machineWidgets = ({ machines }: Observed): Graph[] => {
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

export const apiWidgets = ({ api }: Observed): Graph[] => [
  ['Calls', [api.metricCount(sum('calls'))], [api.metricClientError(sum('4xx')), api.metricServerError(sum('5xx'))]],
  ['Latency, ms', [api.metricLatency(at('p50')), api.metricLatency(at('p99')), api.metricLatency(at('Maximum'))]],
];

export const functionWidgets = ({ functions }: Observed): Graph[] => [
  ['Errors', [...functions].map(([entry, it]) => it.metricErrors(sum(entry)))],
  ['Duration p99, ms', [...functions].map(([entry, it]) => it.metricDuration(at('p99', entry)))],
  [
    'Concurrent and throttled invocations of the account',
    [LambdaFunction.metricAllConcurrentExecutions(at('Maximum', 'concurrent'))],
    [LambdaFunction.metricAllThrottles(sum('throttled'))],
  ],
];

export const tableWidgets = ({ table, auditTable }: Observed): Graph[] => {
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
