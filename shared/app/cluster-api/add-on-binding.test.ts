import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { KINDS } from '#shared/domain/cluster-api/kubernetes-object';
import { hashOfSecret, isApplied } from './add-on-binding.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const secret = { ...KINDS.secret, metadata: { name: 'a' }, data: { 'b.yaml': base64('two'), 'a.yaml': base64('one') } };
const HASH = `sha256:${createHash('sha256').update('onetwo').digest('hex')}`;

test('the hash of a Secret is that of its values, in the order of their keys', () => {
  expect(hashOfSecret(secret)).toBe(HASH);
});

const bindingOf = (resource: object) => ({ spec: { bindings: [{}, { resources: [resource] }] } });
const APPLIED = { kind: 'Secret', name: 'a', hash: HASH, applied: true };

test.each([
  ['as it is', bindingOf(APPLIED), true],
  ['in an earlier form', bindingOf({ ...APPLIED, hash: 'sha256:0' }), false],
  ['without success', bindingOf({ ...APPLIED, applied: false }), false],
  ['of another name only', bindingOf({ ...APPLIED, name: 'b' }), false],
  ['of which nothing is known', undefined, false],
  ['in a cluster to which nothing was applied yet', { spec: {} }, false],
])('whether Cluster API has applied a Secret %s (M27)', (_title, binding, applied) => {
  expect(isApplied(binding, [secret])).toBe(applied);
});
