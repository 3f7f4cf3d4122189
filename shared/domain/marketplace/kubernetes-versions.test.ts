import { expect, test } from 'vitest';
import { chosenVersion, offeredVersions } from './kubernetes-versions.ts';

const [OLD, OWN, NEW] = ['v1.30.9+rke2r1', 'v1.31.7+rke2r1', 'v1.32.1+rke2r1'];
const provider = (k8sVersion = OWN) => ({ options: { k8sVersion } }) as Parameters<typeof offeredVersions>[1];

test.each([
  ['the provider’s alone where the offering lists none', undefined, { versions: [OWN], default: OWN }],
  ['… or an empty list', [], { versions: [OWN], default: OWN }],
  ['those of the list, the provider’s by default', [OLD, OWN, NEW], { versions: [OLD, OWN, NEW], default: OWN }],
  [
    'those of the list, the first by default where the provider’s is not sold',
    [NEW, OLD],
    { versions: [NEW, OLD], default: NEW },
  ],
])('an offering sells %s', (_, kubernetes_versions, expected) => {
  expect(offeredVersions({ kubernetes_versions }, provider())).toEqual(expected);
});

test('an order gets what it chooses, the default without a choice, and is refused what is not sold', () => {
  const offered = offeredVersions({ kubernetes_versions: [OLD, OWN] }, provider());
  expect([chosenVersion(undefined, offered), chosenVersion(OLD, offered)]).toEqual([OWN, OLD]);
  expect(() => chosenVersion(NEW, offered)).toThrow(
    expect.objectContaining({
      body: { kubernetes_version: [`${NEW} is not offered. Choose one of: ${OLD}, ${OWN}.`] },
    }),
  );
});
