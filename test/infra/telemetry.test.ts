import { globSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { METRICS, STAGE_DIMENSION } from '#shared/contracts/telemetry';
import { type Listened, listenedMetrics } from './metrics-in-template.ts';
import { synthStage } from './synth.ts';

let listened: Listened[];
beforeAll(() => {
  listened = listenedMetrics(synthStage().monitoring);
}, 60_000);

const names = Object.keys(METRICS).sort();
const sources = globSync('{functions,shared}/**/*.ts').filter((path) => !path.endsWith('.test.ts'));
const texts = sources.map((path) => readFileSync(path, 'utf8'));

/** The dimensions of each metric that Paddock writes, as text for comparison. */
const writtenBy = new Map<string, string[]>(
  Object.entries(METRICS).map(([name, { by }]) => [name, by.map((list) => [STAGE_DIMENSION, ...list].sort().join())]),
);

test('every metric is emitted somewhere', () => {
  const emitted = texts.flatMap((text) => [...text.matchAll(/metrics\.add\('(\w+)'/g)].map(([, name]) => name));
  expect([...new Set(emitted)].sort()).toEqual(names);
});

test('alarms and widgets listen to metrics that are written, by the very dimensions they are written by', () => {
  const deaf = listened.filter(({ name, dimensions }) => !writtenBy.get(name)?.includes([...dimensions].sort().join()));
  expect(deaf).toEqual([]);
});

test('every metric is on the dashboard', () => {
  const shown = listened.filter(({ where }) => where === 'dashboard').map(({ name }) => name);
  expect([...new Set(shown)].sort()).toEqual(names);
});

test('messages of log lines are in the one place, not where they are written', () => {
  const literal = /\blog\.(info|warn|error)\(\s*['"`]/;
  expect(sources.filter((_, index) => literal.test(texts[index] ?? ''))).toEqual([]);
});
