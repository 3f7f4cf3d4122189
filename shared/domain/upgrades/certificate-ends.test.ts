import { describe, expect, test } from 'vitest';
import { aNode } from '#test/builders/builders';
import { certificateEnds, earliestEnd } from './certificate-ends.ts';

const MADE = '2026-03-01T12:00:00.000Z';
const LATER = '2026-06-01T12:00:00.000Z';
const imported = { publicIps: [] };
const endsOf = (cluster: Parameters<typeof certificateEnds>[0], created = MADE, fields = {}) =>
  certificateEnds(cluster, [{ ...aNode(fields), created }]).map(({ issuedAt, endsAt }) => [issuedAt, endsAt])[0];

describe('certificates of a node', () => {
  const rows: [string, Parameters<typeof certificateEnds>[0], created: string, unknown][] = [
    ['end a year after it was made', {}, MADE, [MADE, '2027-03-01T12:00:00.000Z']],
    ['end a year after the last rotation', { certificatesRotatedAt: LATER }, MADE, [LATER, '2027-06-01T12:00:00.000Z']],
    [
      'of a node that was added after it end later',
      { certificatesRotatedAt: MADE },
      LATER,
      [LATER, '2027-06-01T12:00:00.000Z'],
    ],
    ['are unknown for a cluster that was made elsewhere', { imported }, MADE, [null, null]],
    [
      'are known there once they were rotated',
      { imported, certificatesRotatedAt: LATER },
      MADE,
      [LATER, '2027-06-01T12:00:00.000Z'],
    ],
  ];
  test.each(rows)('%s', (_what, cluster, created, expected) => expect(endsOf(cluster, created)).toEqual(expected));

  test('are known for a node that Paddock has added to such a cluster', () => {
    expect(endsOf({ imported }, MADE, { hasOwnCredential: true })).toEqual([MADE, '2027-03-01T12:00:00.000Z']);
  });
});

test('the cluster’s end is that of the node whose certificates end first, if all are known', () => {
  const nodes = [LATER, MADE].map((created) => ({ ...aNode(), created }));
  expect(earliestEnd(certificateEnds({}, nodes))).toBe('2027-03-01T12:00:00.000Z');
  const unlike = [...nodes, { ...aNode({ hasOwnCredential: true }), created: MADE }];
  expect(earliestEnd(certificateEnds({ imported }, unlike))).toBeNull();
  expect(earliestEnd([])).toBeNull();
});
