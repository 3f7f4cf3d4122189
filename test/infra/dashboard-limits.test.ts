import { expect, test } from 'vitest';
import { z } from 'zod';
import { dashboardBody } from './metrics-in-template.ts';
import { synthStage } from './synth.ts';

/** CloudWatch's limits of a dashboard. It refuses a whole dashboard that exceeds one of them, and so its stack. */
const MAX = { widgets: 500, metricsOfWidget: 500, metrics: 2500, alarmsOfWidget: 100, columns: 24, height: 1000 };

const widget = z.object({
  type: z.enum(['metric', 'alarm', 'text']),
  x: z.int().min(0),
  width: z.int().min(1),
  height: z.int().min(1).max(MAX.height),
  properties: z.object({
    metrics: z.array(z.unknown()).default([]),
    alarms: z.array(z.unknown()).optional(),
    markdown: z.string().min(1).optional(),
  }),
});
const body = z.object({ widgets: z.array(widget).min(1).max(MAX.widgets) });

test('CloudWatch accepts each widget of the dashboard', () => {
  const { monitoring } = synthStage();
  const boards = Object.values(monitoring.findResources('AWS::CloudWatch::Dashboard'));
  expect(boards).toHaveLength(1);
  const { widgets } = body.parse(JSON.parse(dashboardBody(boards[0])));
  for (const { type, x, width, properties } of widgets) {
    expect(x + width).toBeLessThanOrEqual(MAX.columns);
    expect(properties.metrics.length).toBeLessThanOrEqual(MAX.metricsOfWidget);
    if (type !== 'alarm') continue;
    expect(properties.alarms?.length).toBeGreaterThanOrEqual(1);
    expect(properties.alarms?.length).toBeLessThanOrEqual(MAX.alarmsOfWidget);
  }
  const lines = widgets.reduce((sum, { properties }) => sum + properties.metrics.length, 0);
  expect(lines).toBeLessThanOrEqual(MAX.metrics);
  const shown = widgets.flatMap(({ properties }) => properties.alarms ?? []);
  expect(shown).toHaveLength(Object.keys(monitoring.findResources('AWS::CloudWatch::Alarm')).length);
}, 60_000);
