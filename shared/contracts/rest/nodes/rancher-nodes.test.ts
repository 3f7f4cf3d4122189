import { expect, test } from 'vitest';
import { NO_FACTS } from '#shared/domain/nodes/node';
import { aNode, aNodeSpec } from '#test/builders/builders';
import { viewNode } from './rancher-nodes.ts';

test('a node shows the storage that Rancher reports of it, and the sum of its data volumes', () => {
  const volume = { mountPoint: '/data', filesystem: 'ext4' };
  const spec = aNodeSpec({ dataVolumes: [1024, 2048].map((sizeMb) => ({ sizeMb, ...volume })) });
  const facts = { ...NO_FACTS, storageAllocated: 512, storageTotal: 102_400 };
  const link = (collection: string, uuid: string) => `/api/${collection}/${uuid}/`;
  expect(viewNode(link, aNode({ spec, facts }))).toMatchObject({
    ...{ ephemeral_storage_allocated: 512, ephemeral_storage_total: 102_400, data_volumes_total: 3072 },
  });
  expect(viewNode(link, aNode())).toMatchObject({
    ...{ ephemeral_storage_allocated: null, ephemeral_storage_total: null, data_volumes_total: 0 },
  });
});
