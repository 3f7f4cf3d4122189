import { expect, test } from 'vitest';
import { criticalPathMs, FULL, scaled } from './critical-path.ts';

const DELAYS = { clusterAssign: 1, build: 10, boot: 100, nodeActive: 1000 };

test('servers join one after the other, agents with the second, and other agents are a wave of their own', () => {
  expect(criticalPathMs(DELAYS, { servers: 1, agents: 1 })).toBe(2111);
  expect(criticalPathMs(DELAYS, { servers: 3, agents: 1 })).toBe(3111);
  expect(criticalPathMs(DELAYS, { servers: 3, agents: 3 })).toBe(3111 + 1110);
  expect(criticalPathMs(DELAYS, { servers: 3, agents: 50 })).toBe(3111 + 1110);
});

test('six machines take the backends the two minutes of the design', () => {
  expect(criticalPathMs(FULL, { servers: 3, agents: 3 })).toBe(120_000);
  expect(criticalPathMs(scaled(FULL, 0.1), { servers: 3, agents: 3 })).toBe(12_000);
});
