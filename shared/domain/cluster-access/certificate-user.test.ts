import { expect, test } from 'vitest';
import { certificateUser } from './certificate-user.ts';

test.each([
  ['olga', 'olga'],
  ['olga@example.org', 'olga@example.org'],
  ['system', 'system'],
  ['system:kube-scheduler', 'user:system:kube-scheduler'],
  ['system:masters', 'user:system:masters'],
])('%s is called %s in a certificate', (username, expected) => {
  expect(certificateUser(username)).toBe(expected);
});
