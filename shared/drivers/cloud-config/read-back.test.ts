import { describe, expect, test } from 'vitest';
import { assertReadsBackAs, firstDifference } from './read-back.ts';

describe('a cloud-config that is read again', () => {
  test('passes where it says what was meant', () => {
    const meant = { a: 'yes', b: [1, true, null, '0644'], c: { 'd e': 'x\ny\n' } };
    expect(() =>
      assertReadsBackAs('#cloud-config\na: "yes"\nb: [1, true, ~, "0644"]\nc:\n  d e: |\n    x\n    y\n', meant),
    ).not.toThrow();
  });

  test.each([
    ['a: b\n', { a: 'c' }, 'a'],
    ['a: b\nbootcmd: [secret]\n', { a: 'b' }, 'bootcmd'],
    ['a: b\n', { a: 'b', ssh_authorized_keys: ['secret'] }, 'ssh_authorized_keys'],
    ['a: [b, secret]\n', { a: ['b'] }, 'a.1'],
    ['a: 0644\n', { a: '0644' }, 'a'],
    ['a: yes\n', { a: 'yes' }, 'a'],
    ['a: {b: c}\n', { a: ['c'] }, 'a'],
    ['- a\n', { a: 'b' }, 'the whole'],
  ])('is refused where %j was not meant, by the place and without a word of it', (text, meant, place) => {
    expect(() => assertReadsBackAs(text, meant)).toThrow(
      `The machine’s cloud-config was refused: a YAML parser would read ${place} differently from what was meant.`,
    );
  });

  test.each(['a: [secret', 'a: 1\na: 2\n', '--- a\n--- b\n', 'a: *secret\n'])(
    'is refused where nobody else reads %j',
    (text) => {
      expect(() => assertReadsBackAs(text, {})).toThrow(
        'The machine’s cloud-config was refused: it is not valid YAML 1.1.',
      );
    },
  );

  test.each(['\u2028', '\u2029', '\u0085', '\ufeff', '\0', '\u007f', '\r', '\ud800'])(
    'is refused with %j in it, even in a comment',
    (character) => {
      expect(() => assertReadsBackAs(`a: b # ${character}x\n`, { a: 'b' })).toThrow('YAML parsers read differently');
    },
  );
});

test('nothing and a text that is empty are the same, instants and bytes are compared too', () => {
  expect(firstDifference({ a: '' }, { a: null })).toBeUndefined();
  expect(firstDifference({ a: new Date(0) }, { a: new Date(0) })).toBeUndefined();
  expect(firstDifference({ a: new Date(0) }, { a: new Date(1000) })).toBe('a');
  expect(firstDifference({ a: Buffer.from('x') }, { a: new Uint8Array([120]) })).toBeUndefined();
  expect(firstDifference({ a: 0 }, { a: null })).toBe('a');
});
