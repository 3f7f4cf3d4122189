import { describe, expect, test } from 'vitest';
import { derivedUuid, openstackUuid, parseReference, parseUuid, uuid } from './identifier.ts';

const HEX = '6ba7b8109dad11d180b400c04fd430c8';
const DASHED = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';

describe('a uuid', () => {
  test.each([HEX, DASHED, DASHED.toUpperCase(), HEX.toUpperCase()])(
    '%s is read as its 32 lower-case digits',
    (text) => {
      expect(parseUuid(text)).toBe(HEX);
    },
  );

  test.each(['', 'abc', `${HEX}0`, HEX.replace('6', 'g'), '6ba7-b8109dad11d180b400c04fd430c8', `-${HEX}`, `${HEX}\n`])(
    '%j is not a uuid',
    (text) => {
      expect(parseUuid(text)).toBeUndefined();
    },
  );

  test('a text that is not a uuid is refused in Waldur’s words', () => {
    expect(uuid.safeParse(DASHED).error?.issues[0]?.message).toBe('Enter a valid UUID.');
  });
});

describe('a reference', () => {
  test.each([
    HEX,
    DASHED,
    `http://127.0.0.1:8080/api/projects/${HEX}/`,
    `https://paddock.example.org/api/projects/${DASHED}`,
    `/api/projects/${HEX}/?field=name#top`,
  ])('%s names its last segment', (text) => {
    expect(parseReference(text)).toBe(HEX);
  });

  test.each(['', '/', 'https://paddock.example.org/api/projects/', `https://example.org/${HEX}/approve/`])(
    '%j names nothing',
    (text) => {
      expect(parseReference(text)).toBeUndefined();
    },
  );
});

describe('a derived uuid', () => {
  test('is the same for the same inputs, and a uuid of ours', () => {
    const id = derivedUuid(HEX, 'node/0');
    expect(derivedUuid(HEX, 'node/0')).toBe(id);
    expect(uuid.parse(id)).toBe(id);
    expect(derivedUuid(HEX, 'node/1')).not.toBe(id);
  });

  test('is what every RFC 9562 library computes from the parent and the name', () => {
    // Python: uuid.uuid5(uuid.NAMESPACE_DNS, 'python.org').hex
    expect(derivedUuid(HEX, 'python.org')).toBe('886313e13b8a53729b900c9aee199e5d');
  });

  test('differs for different kinds and clouds with the same id', () => {
    const other = HEX.replace('6', '7');
    const ids = [
      openstackUuid(HEX, 'flavor', '1'),
      openstackUuid(HEX, 'volume-type', '1'),
      openstackUuid(other, 'flavor', '1'),
    ];
    expect(new Set(ids).size).toBe(3);
  });
});
