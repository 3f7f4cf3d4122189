import { expect, test } from 'vitest';
import { recordedIo } from '../io/recorded-io.ts';
import { paddock } from '../program.ts';
import { candidatesFor } from './candidates.ts';

const complete = (line: string) => candidatesFor(paddock(recordedIo()), line.split(' '));

test.each([
  ['', ['create', 'list', 'describe']],
  ['order ', ['list', 'approve']],
  ['completion ', ['bash', 'zsh', 'fish']],
  ['create demo --', ['--servers', '--plan', '--output']],
  ['list -o ', ['json', 'name']],
])('"%s" is completed by words', (line, some) => {
  expect(complete(line)).toMatchObject({ words: expect.arrayContaining(some) });
});

test.each([
  ['describe ', 'cluster'],
  ['delete --yes ', 'cluster'],
  ['describe -o json ', 'cluster'],
  ['create demo --project ', 'project'],
  ['create demo --offering ', 'offering'],
  ['order approve ', 'order'],
  ['context use ', 'context'],
  ['list --context ', 'context'],
])('"%s" is completed by names of the kind %s', (line, names) => {
  expect(complete(line)).toEqual({ names });
});

test.each(['describe demo ', 'create demo --servers ', 'create ', 'list '])('nothing is offered for "%s"', (line) => {
  expect(complete(line)).toEqual({ words: [] });
});

test('commands that people do not call are not offered', () => {
  expect(complete('')).not.toMatchObject({ words: expect.arrayContaining(['__complete']) });
});
