import { expect, test } from 'vitest';
import { rotationText, upgradeText } from './machines-text.ts';

test.each([
  [2, /^Gives 2 nodes new certificates/],
  [0, /^Gives all machines new certificates/],
])('certificates of a cluster with %i records of nodes', (nodes, text) => {
  expect(rotationText(nodes)).toMatch(text);
});

test.each([
  [['server-1'], 'From v1 to v2, on the same machines:'],
  [[], 'From v1 to v2, on the same machines.'],
])('an upgrade of the nodes %j', (nodes, text) => {
  expect(upgradeText({ from_version: 'v1', to_version: 'v2', nodes })).toBe(text);
});
