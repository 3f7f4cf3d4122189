import type { Template } from 'aws-cdk-lib/assertions';
import { z } from 'zod';
import { METRIC_NAMESPACE } from '#shared/contracts/telemetry';

/** A Paddock metric that an alarm or a widget of a template uses: its name and its dimension names. */
export type Listened = { where: string; name: string; dimensions: string[] };

const metric = z.object({
  Namespace: z.string(),
  MetricName: z.string(),
  Dimensions: z.array(z.object({ Name: z.string() })).default([]),
});
const alarm = z.object({
  Properties: z.object({
    AlarmName: z.string(),
    Namespace: z.string().optional(),
    MetricName: z.string().optional(),
    Dimensions: metric.shape.Dimensions,
    Metrics: z.array(z.object({ MetricStat: z.object({ Metric: metric }).optional() })).optional(),
  }),
});

function ofAlarm(resource: unknown): Listened[] {
  const { Properties } = alarm.parse(resource);
  const single = Properties.Namespace === undefined ? [] : [metric.parse(Properties)];
  const several = (Properties.Metrics ?? []).flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Metric] : []));
  return [...single, ...several]
    .filter(({ Namespace }) => Namespace === METRIC_NAMESPACE)
    .map(({ MetricName, Dimensions }) => ({
      where: `alarm ${Properties.AlarmName}`,
      name: MetricName,
      dimensions: Dimensions.map(({ Name }) => Name),
    }));
}

const dashboard = z.object({ Properties: z.object({ DashboardBody: z.unknown() }) });
const joined = z.object({ 'Fn::Join': z.tuple([z.literal(''), z.array(z.unknown())]) });

/** The dashboard's JSON. A dash replaces each value that only CloudFormation knows. */
export function dashboardBody(resource: unknown): string {
  const [, parts] = joined.parse(dashboard.parse(resource).Properties.DashboardBody)['Fn::Join'];
  return parts.map((part) => (typeof part === 'string' ? part : '-')).join('');
}

const widgets = z.object({
  widgets: z.array(z.object({ properties: z.object({ metrics: z.array(z.array(z.unknown())).default([]) }) })),
});
const SEARCH = new RegExp(`\\{${METRIC_NAMESPACE},([\\w,]+)\\} MetricName="(\\w+)"`);

function ofLine(line: readonly unknown[]): Listened[] {
  const where = 'dashboard';
  const [first, name, ...rest] = line;
  const found = SEARCH.exec(JSON.stringify(first).replaceAll('\\"', '"'));
  if (found) return [{ where, name: found[2] ?? '', dimensions: (found[1] ?? '').split(',') }];
  if (first !== METRIC_NAMESPACE) return [];
  const texts = rest.filter((it) => typeof it === 'string');
  return [{ where, name: String(name), dimensions: texts.filter((_, index) => index % 2 === 0) }];
}

export function listenedMetrics(template: Template): Listened[] {
  const alarms = Object.values(template.findResources('AWS::CloudWatch::Alarm')).flatMap(ofAlarm);
  const boards = Object.values(template.findResources('AWS::CloudWatch::Dashboard'));
  const lines = boards.flatMap((board) =>
    widgets.parse(JSON.parse(dashboardBody(board))).widgets.flatMap(({ properties }) => properties.metrics),
  );
  return [...alarms, ...lines.flatMap(ofLine)];
}
