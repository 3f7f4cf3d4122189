import { everyOurMetric, ourMetric } from '../constructs/our-metric.ts';
import type { Stage } from '../constructs/platform.ts';
import type { Graph } from './observed.ts';

/** Graphs of our own metrics (shared/contracts/telemetry.ts). */

export const orderWidgets = (platform: Stage): Graph[] => [
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
      everyOurMetric(platform, 'NodesErred', ['Code'], 'Sum'),
    ],
  ],
  [
    'Order to OK, seconds',
    ['p50', 'p90', 'Maximum'].map((it) => ourMetric(platform, 'ClusterCreationDuration', {}, it, it)),
    [ourMetric(platform, 'ClusterCreationDuration', {}, 'SampleCount', 'clusters made')],
  ],
  ['Waits that ended at their deadline', [everyOurMetric(platform, 'WaitsTimedOut', ['Step'], 'Sum')]],
];

export const dispatchWidgets = (platform: Stage): Graph[] => [
  [
    'Order to machine, ms; missed by the stream',
    ['p50', 'p99'].map((it) => ourMetric(platform, 'DispatchDelay', {}, it, it)),
    [
      ourMetric(platform, 'OutboxDispatchedLate', {}, 'Sum', 'dispatched late'),
      ourMetric(platform, 'OutboxUnreadable', {}, 'Maximum', 'unreadable rows'),
    ],
  ],
];

export const mailWidgets = (platform: Stage): Graph[] => [
  [
    'E-mails sent; failing for a quarter of an hour',
    [ourMetric(platform, 'MailsSent', {}, 'Sum', 'sent')],
    [ourMetric(platform, 'MailsUndelivered', {}, 'Sum', 'failed attempts')],
  ],
];

export const stepWidgets = (platform: Stage): Graph[] => [
  ['Failed attempts by step and error', [everyOurMetric(platform, 'StepFailures', ['Step', 'Error'], 'Sum')]],
  ['Step duration p90, ms', [everyOurMetric(platform, 'StepDuration', ['Step'], 'p90')]],
  ['Checks by waiting machines', [everyOurMetric(platform, 'StepDuration', ['Step'], 'SampleCount', 'Step=watch')]],
];

export const backendWidgets = (platform: Stage): Graph[] => [
  ['Requests', [everyOurMetric(platform, 'BackendLatency', ['Backend'], 'SampleCount')]],
  ['Latency p90, ms', [everyOurMetric(platform, 'BackendLatency', ['Backend'], 'p90')]],
  ['Failures', [everyOurMetric(platform, 'BackendFailures', ['Backend', 'Error'], 'Sum')]],
  ['Failed syncs, by job', [everyOurMetric(platform, 'SyncFailures', ['Job'], 'Sum')]],
  ['Stopped syncs', [ourMetric(platform, 'SyncsStopped', {}, 'Sum', 'stopped')]],
  ['Clouds and clusters not watched', [ourMetric(platform, 'WatchFailures', {}, 'Sum', 'failures')]],
  [
    'Nodes healed; clusters with held healing',
    [ourMetric(platform, 'HealingStarted', {}, 'Sum', 'begun')],
    [ourMetric(platform, 'HealingHeld', {}, 'Sum', 'held')],
  ],
  [
    'Credentials refused by backends; unknown credentials refused by Paddock',
    [ourMetric(platform, 'CredentialsRefused', {}, 'Sum', 'ours refused')],
    [ourMetric(platform, 'BadCredentials', {}, 'Sum', 'refused by us')],
  ],
];
