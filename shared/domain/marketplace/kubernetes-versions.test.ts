import { expect, test } from 'vitest';
import { chosenVersion, offeredVersions } from './kubernetes-versions.ts';

const [OLD, OWN, NEW] = ['v1.30.9+rke2r1', 'v1.31.7+rke2r1', 'v1.32.1+rke2r1'];
const provider = (k8sVersion = OWN) => ({ options: { k8sVersion } }) as Parameters<typeof offeredVersions>[1];

test.each([
  ['only the provider’s if the offering lists none', undefined, { versions: [OWN], default: OWN }],
  ['only the provider’s for an empty list', [], { versions: [OWN], default: OWN }],
  ['those of the list, the provider’s by default', [OLD, OWN, NEW], { versions: [OLD, OWN, NEW], default: OWN }],
  [
    'those of the list, the first by default if the provider’s is not sold',
    [NEW, OLD],
    { versions: [NEW, OLD], default: NEW },
  ],
])('an offering sells %s', (_, kubernetes_versions, expected) => {
  expect(offeredVersions({ kubernetes_versions }, provider())).toEqual(expected);
});

test('an order gets the chosen version, or the default, and others are refused', () => {
  const offered = offeredVersions({ kubernetes_versions: [OLD, OWN] }, provider());
  expect([chosenVersion(undefined, offered), chosenVersion(OLD, offered)]).toEqual([OWN, OLD]);
  expect(() => chosenVersion(NEW, offered)).toThrow(
    expect.objectContaining({
      body: { kubernetes_version: [`${NEW} is not offered. Choose one of: ${OLD}, ${OWN}.`] },
    }),
  );
});
