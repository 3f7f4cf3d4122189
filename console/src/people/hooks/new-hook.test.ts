import { expect, test } from 'vitest';
import { isComplete, type NewHook } from './new-hook.ts';

const ADDRESS = 'https://example.org/events';

test.each<[NewHook, boolean]>([
  [{ destination_url: ADDRESS, event_groups: ['projects'] }, true],
  [{ destination_url: ADDRESS, event_groups: [] }, false],
  [{ destination_url: '', event_groups: ['projects'] }, false],
])('a web hook with %j can be added: %s', (hook, can) => {
  expect(isComplete(hook)).toBe(can);
});
