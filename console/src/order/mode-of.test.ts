import { expect, test } from 'vitest';
import type { Mode } from './draft.ts';
import { modeOf } from './mode-of.ts';

test.each<[Record<string, unknown>, Mode | undefined]>([
  [{}, 'self_managed'],
  [{ deployment_mode: 'self_managed', driver: 'rancher-pools' }, 'pools'],
  [{ driver: 'cluster-api' }, 'cluster_api'],
  [{ deployment_mode: 'managed' }, 'managed'],
  [{ deployment_mode: 'managed', driver: 'rancher-custom' }, 'managed'],
  [{ deployment_mode: 'managed', driver: 'rancher-pools' }, undefined],
])('an offering with %j is ordered by the form of: %s', (plugin_options, mode) => {
  expect(modeOf({ plugin_options })).toBe(mode);
});
