import { expect, test } from 'vitest';
import { clustersOfAlerts, namedAlerts, readAlerts } from './rancher.ts';

/** A message of Alertmanager 0.25.0, grouped by the two labels of Rancher's monitoring. */
const SENT =
  '{"receiver":"paddock","status":"firing","alerts":[{"status":"firing","labels":{"alertname":"KubeNodeNotReady","cluster_id":"c-m-x","cluster_name":"research-1","node":"n1"},"annotations":{"summary":"x"},"startsAt":"2026-11-21T06:28:16.29339278Z","endsAt":"0001-01-01T00:00:00Z","generatorURL":"","fingerprint":"6c9ea9e2220e197b"}],"groupLabels":{"cluster_id":"c-m-x","cluster_name":"research-1"},"commonLabels":{"alertname":"KubeNodeNotReady","cluster_id":"c-m-x","cluster_name":"research-1","node":"n1"},"commonAnnotations":{"summary":"x"},"externalURL":"http://vm:39095","version":"4","groupKey":"{}:{cluster_id=\\"c-m-x\\", cluster_name=\\"research-1\\"}","truncatedAlerts":0}';

test('the labels of a real Alertmanager message name its clusters', () => {
  expect(clustersOfAlerts(readAlerts(JSON.parse(SENT)))).toEqual(['c-m-x', 'research-1']);
});

test('each cluster is named once for all its alerts, and an alert without a cluster names none', () => {
  const labels = [{ cluster_id: 'c-m-x' }, { cluster: 'c-m-x', cluster_name: 'b' }, { alertname: 'Watchdog' }];
  const alerts = [...labels, ...labels].map((it) => ({ status: 'resolved', labels: it }));
  expect(clustersOfAlerts(readAlerts({ version: '4', alerts }))).toEqual(['c-m-x', 'b']);
});

test('an alert is read as its problem, its cluster and whether it still fires; alerts without rule or name are skipped', () => {
  const key = '6c9ea9e2220e197b/2026-11-21T06:28:16.29339278Z';
  const alert = { clusterName: 'research-1', name: 'KubeNodeNotReady', severity: '', summary: 'x', key };
  expect(namedAlerts(readAlerts(JSON.parse(SENT)))).toEqual([{ ...alert, isResolved: false }]);
  const ended = JSON.parse(SENT.replace('"alerts":[{"status":"firing"', '"alerts":[{"status":"resolved"'));
  expect(namedAlerts(readAlerts(ended))).toEqual([{ ...alert, isResolved: true }]);
  const unnamed = [{ cluster_name: 'research-1' }, { cluster_id: 'c-m-x', alertname: 'Watchdog' }];
  expect(namedAlerts(readAlerts({ version: '4', alerts: unnamed.map((labels) => ({ labels })) }))).toEqual([]);
});
