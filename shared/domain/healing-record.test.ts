import { expect, test } from 'vitest';
import { aUuid } from '#test/builders';
import { triedAgain } from './healing-record.ts';

const AT = '2026-03-01T12:00:00.000Z';

test('attempts are counted by node, what one made is known, and nodes that are all right are forgotten', () => {
  const [lost, healed, other, made] = [aUuid(), aUuid(), aUuid(), aUuid()];
  const before = [
    { nodeUuid: lost, attempts: 1, at: '2026-03-01T11:00:00.000Z', madeUuid: aUuid() },
    { nodeUuid: healed, attempts: 2, at: AT },
    { nodeUuid: other, attempts: 2, at: AT },
  ];
  const record = triedAgain({ tries: before, held: 'No.' }, new Set([lost, other]), {
    nodeUuid: lost,
    at: AT,
    madeUuid: made,
  });
  expect(record).toEqual({
    tries: [
      { nodeUuid: other, attempts: 2, at: AT },
      { nodeUuid: lost, attempts: 2, at: AT, madeUuid: made },
    ],
    held: '',
  });
  const failed = triedAgain(record, new Set([lost]), { nodeUuid: lost, at: AT });
  expect(failed.tries).toEqual([{ nodeUuid: lost, attempts: 3, at: AT, madeUuid: made }]);
});
