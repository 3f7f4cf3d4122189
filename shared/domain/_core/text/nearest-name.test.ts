import { expect, test } from 'vitest';
import { likelyName } from './nearest-name.ts';

const KNOWN = ['page', 'name', 'state', 'uuid', 'field', 'page_size', 'customer_uuid'];

test.each([
  ['nmae', 'name'],
  ['tsate', 'state'],
  ['UUID', 'uuid'],
  ['filed', 'field'],
  ['pagesize', 'page_size'],
  ['cutsomer_uid', 'customer_uuid'],
  ['tenant', undefined],
  ['zz', undefined],
  ['page'.repeat(30), undefined],
])('whoever wrote %.20s likely meant %s', (given, meant) => {
  expect(likelyName(given, KNOWN)).toBe(meant);
});
