import { expect, test } from 'vitest';
import { EMPTY_DRAFT } from './draft.ts';
import { faultsByField } from './faults.ts';

test.each([
  ['name', 'name'],
  ['attributes.kubernetes_version', 'version'],
  ['attributes.nodes.2.flavor', 'servers.flavor'],
  ['nodes.3.system_volume_size', 'agents.disk'],
  ['nodes.4.data_volumes.0.size', 'agents.data'],
  ['nodes.0.subnet', 'subnet'],
  ['worker_nodes_count', 'agents.count'],
  ['pools.0.quantity', 'servers.count'],
  ['pools.1.networks', 'network'],
  ['pools.1.root_volume.size', 'agents.disk'],
  ['cluster_api_template', 'template'],
  ['master_flavor_id', 'servers.flavor'],
  ['', ''],
  ['nodes', ''],
])('a fault at %s is shown at %j', (path, field) => {
  expect(faultsByField([{ field: path, message: 'No.' }], EMPTY_DRAFT)).toEqual({ [field]: ['No.'] });
});

test('the same fault of several nodes is shown once', () => {
  const faults = ['nodes.0.flavor', 'nodes.1.flavor'].map((field) => ({ field, message: 'Too small.' }));
  expect(faultsByField(faults, EMPTY_DRAFT)).toEqual({ 'servers.flavor': ['Too small.'] });
});
