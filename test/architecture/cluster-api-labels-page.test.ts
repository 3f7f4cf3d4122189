import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { labelRows } from '#shared/domain/cluster-api/label-rows';

/** Adds spaces after commas, so that a long list can wrap in a narrow column. */
const shown = (value: string): string => `\`${value.replaceAll(',', '`, `')}\``;
const rows = labelRows().map(
  (row) =>
    `| \`${row.name}\` | ${row.default === null ? row.without : shown(row.default)} | ${row.change} | ${row.effect} |`,
);

test('docs/cluster-api.md has the table of labels (S3-026, M22)', () => {
  const page = readFileSync('docs/cluster-api.md', 'utf8');
  const [, table = ''] = page.split('| label | default | change | effect |\n|---|---|---|---|\n');
  expect(table.split('\n\n')[0]?.trim().split('\n')).toEqual(rows);
});
