import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';

const FILES = globSync('{infra,test}/**/requirements.in');

/** Each package of a requirements file with its version, in small letters, without comments and markers. */
const pins = (text: string): string[] =>
  [...text.matchAll(/^([\w.-]+==[\w.]+)/gm)].map(([, pin = '']) => pin.toLowerCase().replaceAll('_', '-'));

test.each(FILES)('all packages that %s needs are named by version and hash: `npm run lock-python`', (file) => {
  const locked = readFileSync(`${dirname(file)}/requirements.txt`, 'utf8');
  expect(pins(locked)).toEqual(expect.arrayContaining(pins(readFileSync(file, 'utf8'))));
  const entries = locked.split(/^(?=[\w.-]+==)/m).slice(1);
  expect(entries.filter((entry) => !entry.includes('--hash=sha256:'))).toEqual([]);
});

test('there are no requirements that are not locked', () => {
  const folders = FILES.map(dirname).sort();
  expect(globSync('{infra,test}/**/requirements.txt').map(dirname).sort()).toEqual(folders);
});
