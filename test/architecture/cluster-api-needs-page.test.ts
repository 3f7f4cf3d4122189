import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync('docs/cluster-api.md', 'utf8').replaceAll(/\s+/g, ' ');
const section = (title: string): string => page.split(`## ${title} `)[1]?.split(' ## ')[0] ?? '';

test('docs/cluster-api.md says what memory and disk a whole OpenStack on one machine needs (S3-040, M3)', () => {
  expect(section('On one machine')).toMatch(/64 GB of memory and 500 GB of disk/);
});

test('docs/cluster-api.md says how clusters and managers are installed from a private registry (M3)', () => {
  expect(section('Images of containers')).toMatch(/container_infra_prefix/);
  expect(section('Images of containers')).toMatch(/clusterctl.yaml/);
});
