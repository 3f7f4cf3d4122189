import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import order from './capability-order.json' with { type: 'json' };

const foldersOf = (layer: string) =>
  readdirSync(layer, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

function capabilitiesOfThePage(): string[] {
  const [, table = ''] = readFileSync('docs/architecture.md', 'utf8').split('## Capabilities');
  return [...table.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name = '']) => name).sort();
}

test('docs/architecture.md lists the capabilities that the domain has', () => {
  expect(capabilitiesOfThePage()).toEqual(foldersOf('shared/domain'));
});

test('a use case is in the folder of a capability', () => {
  const listed = capabilitiesOfThePage();
  expect(foldersOf('shared/app').filter((folder) => !listed.includes(folder))).toEqual([]);
});

test.each(Object.entries(order))(
  '%s has an order of its capabilities, and docs/architecture.md shows it',
  (layer, listed) => {
    expect([...listed].sort()).toEqual(foldersOf(layer));
    const names = listed.map((name) => `\`${name}\``).join(', ');
    const page = readFileSync('docs/architecture.md', 'utf8').replaceAll(/\s+/g, ' ');
    expect(page).toMatch(new RegExp(`- \`${layer}\`: ${names} (?:-|##) `));
  },
);
