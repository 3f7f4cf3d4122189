import { expect, test } from 'vitest';
import { startVerdict, stopVerdict } from './server-power.ts';

test.each([
  ['ACTIVE', undefined, 'ask', 'done'],
  ['ACTIVE', 'powering-off', 'wait', 'wait'],
  ['SHUTOFF', undefined, 'done', 'ask'],
  ['SHUTOFF', 'powering-on', 'wait', 'wait'],
  ['ERROR', undefined, 'ask', 'stuck'],
  ['PAUSED', undefined, 'wait', 'wait'],
  ['REBOOT', 'rebooting', 'wait', 'wait'],
])('a server that is %s and %s: to stop it %s, to start it %s', (status, taskState, stop, start) => {
  const server = { status, taskState };
  expect([stopVerdict(server), startVerdict(server)]).toEqual([stop, start]);
});
