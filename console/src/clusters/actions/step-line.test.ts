import { expect, test } from 'vitest';
import { stepLine } from './step-line.ts';

const group = { node_group: 'default-worker' };

test.each([
  [{ kind: 'create', count: 1, machines: [] }, 'create 1 machine'],
  [{ kind: 'delete', count: 2, machines: ['m-1', 'm-2'] }, 'delete 2 machines (m-1, m-2)'],
  [{ kind: 'create', count: 2, machines: [], at_once: 1, ...group }, 'create 2 machines of default-worker'],
  [
    { kind: 'replace', count: 2, machines: ['m-1', 'm-2'], at_once: 1, ...group },
    'replace 2 machines of default-worker, 1 at a time (m-1, m-2)',
  ],
  [{ kind: 'replace', count: 1, machines: ['m-1'], at_once: 1, ...group }, 'replace 1 machine of default-worker (m-1)'],
])('the step %j is shown as %j', (step, line) => {
  expect(stepLine(step)).toBe(line);
});
