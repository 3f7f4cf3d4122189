import { expect, test } from 'vitest';
import { jobOf } from './watch.ts';

test('a schedule of its own asks for those that have failed, too; every other event is the watch (S0-140)', () => {
  expect(jobOf({ job: 'pull_all_clusters_nodes' })).toBe('pull_all_clusters_nodes');
  for (const event of [{}, { source: 'aws.events', 'detail-type': 'Scheduled Event' }, undefined]) {
    expect(jobOf(event)).toBe('watch');
  }
});
