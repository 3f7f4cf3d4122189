import { expect, test } from 'vitest';
import { compareReleases, minorsBehind, nearestReleases, parseRelease } from './kubernetes-release.ts';

const release = (name: string) => parseRelease(name) ?? expect.fail(`${name} is not read`);

test.each(['v1.31.4', '1.31.4+rke2r1', 'v1.31.4+rke2', 'v1.31+rke2r1', 'v1.31.4+rke2r1 ', 'v1.31.4+rke1r1', ''])(
  '"%s" is no release',
  (name) => {
    expect(parseRelease(name)).toBeUndefined();
  },
);

test('releases are sorted by number, candidates before their final release', () => {
  const inOrder = [
    ...['v1.9.10+rke2r1', 'v1.31.4-rc2+rke2r1', 'v1.31.4-rc10+rke2r1', 'v1.31.4+rke2r1', 'v1.31.4+rke2r2'],
    ...['v1.31.10+rke2r1', 'v1.32.0+rke2r1', 'v2.0.0+rke2r1'],
  ].map(release);
  const sorted = inOrder.toReversed().toSorted(compareReleases);
  expect(sorted.map(({ name }) => name)).toEqual(inOrder.map(({ name }) => name));
  expect(inOrder.map((one) => compareReleases(one, one))).toEqual(inOrder.map(() => 0));
});

test.each([
  ['v1.31.9+rke2r1', 'v1.31.10+rke2r1', 0],
  ['v1.31.9+rke2r1', 'v1.33.0+rke2r1', 2],
  ['v1.33.0+rke2r1', 'v1.31.9+rke2r1', -2],
  ['v1.33.0+rke2r1', 'v2.33.0+rke2r1', Number.POSITIVE_INFINITY],
])('%s is behind %s by %d minor versions', (older, newer, count) => {
  expect(minorsBehind(release(older), release(newer))).toBe(count);
});

test('the nearest are the last of the same minor version, or of all if there is none', () => {
  const offered = ['v1.31.10+rke2r1', 'v1.31.9+rke2r1', 'v1.32.1+rke2r1', 'v1.30.1+rke2r1'];
  expect(nearestReleases(offered, 'v1.31.2+rke2r1')).toEqual(['v1.31.9+rke2r1', 'v1.31.10+rke2r1']);
  expect(nearestReleases(offered, 'v1.40.0+rke2r1')).toEqual(['v1.31.9+rke2r1', 'v1.31.10+rke2r1', 'v1.32.1+rke2r1']);
});
