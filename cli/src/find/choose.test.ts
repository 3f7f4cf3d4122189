import { expect, test } from 'vitest';
import { recordedIo } from '../io/recorded-io.ts';
import { choose, isUuid } from './choose.ts';

const A = { uuid: 'a'.repeat(32), name: 'first' };
const B = { uuid: 'b'.repeat(32), name: 'second' };
const PROJECT = { kind: 'project', kinds: 'projects', option: '--project' };

test('the only one is chosen without a question', async () => {
  expect(await choose(recordedIo(), [A], undefined, PROJECT)).toBe(A);
});

test.each(['second', B.uuid, 'BBBBBBBB-bbbb-bbbb-bbbb-bbbbbbbbbbbb'])(
  'one is found by its name or its uuid: %s',
  async (given) => {
    expect(await choose(recordedIo(), [A, B], given, PROJECT)).toBe(B);
  },
);

test('where nobody can be asked, several are listed with the option that chooses', async () => {
  await expect(choose(recordedIo(), [A, B], undefined, PROJECT)).rejects.toMatchObject({
    ...{ message: 'Several projects fit: first, second.', nextStep: 'Choose one with --project.', code: 2 },
  });
});

test('a person chooses by number or name, and is asked again after anything else', async () => {
  const io = recordedIo({ answers: ['', '7', 'third', '2'] });
  expect(await choose(io, [A, B], undefined, PROJECT)).toBe(B);
  expect(io.stderr()).toContain('Which project?\n  1  first\n  2  second\n');
  expect(await choose(recordedIo({ answers: ['first'] }), [A, B], undefined, PROJECT)).toBe(A);
});

test('a name that nothing has is an error with the names that there are', async () => {
  await expect(choose(recordedIo(), [A, B], 'third', PROJECT)).rejects.toMatchObject({
    ...{ message: 'There is no project called third.', nextStep: 'You can choose from: first, second.', code: 3 },
  });
});

test('a name of several is an error with their uuids', async () => {
  const labelOf = ({ uuid }: typeof A) => `in ${uuid[0]}`;
  const call = choose(recordedIo(), [A, { ...B, name: 'first' }], 'first', { ...PROJECT, labelOf });
  await expect(call).rejects.toMatchObject({
    message: `Several projects are called first: ${A.uuid} (in a), ${B.uuid} (in b).`,
    code: 2,
  });
});

test('names are listed as they can be typed', async () => {
  const rows = [A, { ...B, name: 'Kubernetes, managed' }];
  await expect(choose(recordedIo(), rows, undefined, PROJECT)).rejects.toThrow('fit: first, "Kubernetes, managed".');
});

test('a long list ends with how many more there are', async () => {
  const rows = Array.from({ length: 12 }, (_, index) => ({ ...A, name: `p${index}` }));
  await expect(choose(recordedIo(), rows, undefined, PROJECT)).rejects.toThrow(/p9, and 2 more\.$/);
});

test.each([
  ['0'.repeat(32), true],
  ['00000000-0000-0000-0000-000000000000', true],
  ['research-1', false],
  ['0'.repeat(31), false],
])('%s is a uuid: %s', (text, expected) => {
  expect(isUuid(text)).toBe(expected);
});
