import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, test } from 'vitest';
import { failureOf } from '#shared/domain/_core/failure';
import { type Cluster, cluster as schema } from '#shared/domain/clusters/cluster';
import { MAX_NODE_OPERATIONS } from '#shared/domain/clusters/node-operation';
import { aCluster, aNode, aUuid } from '#test/builders/builders';
import { rowSize } from '#test/row-size';
import { alone, besideOf, contentsOf, HEAD, joined, MAIN, rewritten } from './cluster-rows.ts';
import { rowOf } from './kind.ts';
import { CLUSTERS } from './kinds.ts';
import type { Row } from './table.ts';

const NOW = '2026-03-01T12:00:00.000Z';
const nodesOf = (count: number): Cluster['nodes'] =>
  Array.from({ length: count }, (_, at) => ({
    uuid: aUuid(),
    name: `a-name-of-some-length-rancher-node-agent-${at}`,
    role: 'agent',
    state: 'OK',
    runtimeState: 'active',
    backendId: `c-m-abcdefgh:machine-${at}`,
  }));

/** A cluster in which every list and text is as large as possible. */
function crowded(nodes: number): Cluster {
  const summaries = nodesOf(nodes);
  const uuids = summaries.map(({ uuid }) => uuid);
  return aCluster({
    nodes: summaries,
    drift: summaries.map(({ uuid, name }) => ({
      kind: 'NODE_NOT_HEALTHY',
      nodeUuid: uuid,
      name,
      since: NOW,
      message: 'x'.repeat(200),
    })),
    missingNodes: uuids.slice(0, 100).map((uuid) => {
      const { spec } = aNode();
      return { uuid, name: spec.name, role: spec.role, spec, since: NOW, reason: 'x'.repeat(200) };
    }),
    nodeOperations: uuids.slice(0, MAX_NODE_OPERATIONS).map((nodeUuid) => ({
      uuid: aUuid(),
      nodeUuid,
      machine: 'delete-node',
      since: NOW,
      supersedes: [aUuid()],
      replaces: { nodeUuid, correlationId: aUuid() },
    })),
    healing: {
      held: 'x'.repeat(200),
      tries: uuids.slice(0, 100).map((nodeUuid) => ({ nodeUuid, attempts: 1, at: NOW })),
    },
    lastError: {
      ...failureOf({ error: 'Error', cause: 'x', step: 'records.beginOrder' }, NOW),
      message: 'x'.repeat(500),
    },
  });
}

const bytesOf = (row: Row): number => rowSize(marshall(row, { removeUndefinedValues: true }));
const stored = (item: Cluster, versions?: Record<string, number>): Row[] => {
  const contents = contentsOf(rowOf(CLUSTERS, item));
  const known = versions ?? Object.fromEntries([...contents.keys()].map((sk) => [sk, item.version]));
  return [...contents].map(([sk, content]) => ({
    ...content,
    pk: `CLUSTER#${item.uuid}`,
    sk,
    version: known[sk] ?? 0,
    ...(sk === HEAD && { version: item.version, versions: known }),
  }));
};

describe('the rows of a cluster', () => {
  test.each([0, 1, 25, 26, 200])('with %i nodes are the cluster again', (count) => {
    const item = count === 0 ? aCluster() : crowded(count);
    expect(schema.parse(joined(stored(item).reverse()))).toEqual(schema.parse(item));
  });

  test.each([6, 200])(
    'that lists have, and the one that each write writes, have at most 4 KB with %i nodes and as many troubles as there may be',
    (count) => {
      const rows = new Map(stored(crowded(count)).map((row) => [row.sk, row]));
      for (const sk of [MAIN, HEAD])
        expect([sk, bytesOf(rows.get(sk) ?? {})]).toEqual([sk, expect.toSatisfy((it) => it <= 4096)]);
    },
  );

  test('name those beside them, so that a page of a list reads all it needs at once', () => {
    const rows = stored(crowded(60));
    const main = rows.find(({ sk }) => sk === MAIN) ?? {};
    expect([MAIN, HEAD, ...besideOf(main)].sort()).toEqual(rows.map(({ sk }) => sk).sort());
  });

  test('are no cluster where one is missing, or is of another moment', () => {
    const rows = stored(crowded(60));
    for (const [at, row] of rows.entries()) {
      expect(joined(rows.toSpliced(at, 1))).toBeUndefined();
      if (row.sk !== HEAD) expect(joined(rows.toSpliced(at, 1, { ...row, version: 7 }))).toBeUndefined();
    }
  });

  test('are the cluster that the head speaks of, whatever else is still there', () => {
    const item = aCluster();
    const stray = { pk: `CLUSTER#${item.uuid}`, sk: 'CLUSTER#drift', version: 3, drift: crowded(1).drift };
    expect(schema.parse(joined([...stored(item), stray]))).toEqual(schema.parse(item));
  });

  test('have only the cluster’s owner and the fields that lists are filtered by', () => {
    const item = crowded(3);
    const main = stored(item).find(({ sk }) => sk === MAIN) ?? {};
    const { uuid, state, settingsUuid, lastError, customerUuid } = item;
    expect(schema.parse(alone(main))).toMatchObject({ uuid, state, settingsUuid, lastError, customerUuid, nodes: [] });
  });
});

describe('a change of a cluster writes', () => {
  const written = (before: Cluster, after: Partial<Cluster>) => {
    const { put, removed } = rewritten(
      contentsOf(rowOf(CLUSTERS, before)),
      contentsOf(rowOf(CLUSTERS, { ...before, ...after })),
    );
    return { put: [...put.keys()].sort(), removed };
  };
  const item = crowded(60);
  const [first, last] = [0, 59].map((at) =>
    item.nodes.map((node, index) => (index === at ? { ...node, runtimeState: 'unavailable' } : node)),
  );

  test.each([
    ['of health and figures', { runtimeState: 'updating', capacity: { cpu: '8' }, currentStep: 'Waiting' }, [HEAD]],
    ['of one of its first nodes', { nodes: first ?? [] }, [HEAD]],
    ['of one of its last nodes', { nodes: last ?? [] }, [HEAD, 'CLUSTER#NODES#2']],
    ['of its name', { name: 'another' }, [MAIN, HEAD]],
    ['of a difference', { drift: item.drift.slice(1) }, [HEAD, 'CLUSTER#drift']],
  ])('%s: the head, and what differs beside it', (_what, fields, put) => {
    expect(written(item, fields)).toEqual({ put, removed: [] });
  });

  test('that empties what was long: it goes, and the row that names it', () => {
    expect(written(item, { drift: [], nodes: item.nodes.slice(0, 50) })).toEqual({
      put: [MAIN, HEAD],
      removed: ['CLUSTER#NODES#2', 'CLUSTER#drift'],
    });
  });
});
