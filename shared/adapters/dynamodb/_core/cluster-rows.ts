import { z } from 'zod';
import { isSameValue } from '#shared/domain/_core/values/deep-equal';
import { type NodeSummary, nodeSummary } from '#shared/domain/clusters/cluster';
import type { Row } from './table.ts';

/**
 * A cluster has several rows, which one query reads (docs/decisions/0051-a-cluster-is-several-rows.md). Lists read only
 * the row `MAIN`, which has constant size. Every write changes the row `HEAD`. Long fields are in further rows.
 */
export const MAIN = 'CLUSTER';
export const HEAD = 'CLUSTER#HEAD';
/** Number of node summaries in one row, which then has about 3 KB. The head row has the first summaries. */
const NODES_PER_ROW = 25;
/** The field `kind` of all rows of a cluster except its main row. */
const PART = 'CLUSTER_PART';
const nodesRow = (part: number): string => (part === 0 ? HEAD : `CLUSTER#NODES#${part}`);
/** Each of these fields has its own row while it is not empty. */
const LONG_FIELDS = [
  ...['nodeOperations', 'drift', 'missingNodes', 'healing', 'machinePools', 'poolChange'],
  ...['rancherOperation', 'endedOperations', 'clusterApi', 'clusterApiChange'],
] as const;
const longRow = (field: string): string => `${MAIN}#${field}`;
const NOTHING: Row = { nodeOperations: [], drift: [], missingNodes: [] };
/**
 * Fields that Paddock updates when it observes the cluster, with their default values. These fields are in the head
 * row, so an observation does not write the main row. Lists cannot filter by these fields.
 */
const NOT_SEEN: Row = { currentStep: '', runtimeState: '', capacity: {}, requested: {} };
const IN_HEAD: readonly string[] = ['modified', ...Object.keys(NOT_SEEN)];

const summaryFields = z.tuple([z.string(), z.string(), z.string(), z.string(), z.string(), z.string()]);
/** Stores a node's summary as a list of values, because field names would take a third of the space. */
const packed = ({ uuid, name, role, state, runtimeState, backendId }: NodeSummary): z.infer<typeof summaryFields> => [
  ...([uuid, name, role, state, runtimeState, backendId] as const),
];
const unpacked = ([uuid, name, role, state, runtimeState, backendId]: z.infer<typeof summaryFields>): NodeSummary =>
  nodeSummary.parse({ uuid, name, role, state, runtimeState, backendId });

const isEmpty = (value: unknown): boolean => value === undefined || (Array.isArray(value) && value.length === 0);

export type Contents = ReadonlyMap<string, Row>;

const without = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
const only = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])));

/** Divides a cluster's record into rows. `full` is the whole record, including its index columns. */
export function contentsOf(full: Row): Contents {
  const summaries = z.array(nodeSummary).parse(full.nodes);
  const contents = new Map<string, Row>([[HEAD, only(full, IN_HEAD)]]);
  for (let part = 0; part === 0 || part * NODES_PER_ROW < summaries.length; part += 1) {
    const some = summaries.slice(part * NODES_PER_ROW, (part + 1) * NODES_PER_ROW);
    contents.set(nodesRow(part), { ...contents.get(nodesRow(part)), kind: PART, nodes: some.map(packed) });
  }
  for (const field of LONG_FIELDS.filter((name) => !isEmpty(full[name]))) {
    contents.set(longRow(field), { kind: PART, [field]: full[field] });
  }
  const beside = [...contents.keys()].filter((sk) => sk !== HEAD);
  const main = without(full, ['version', 'versions', 'pk', 'sk', 'nodes', ...IN_HEAD, ...LONG_FIELDS]);
  return contents.set(MAIN, { ...main, ...(beside.length > 0 && { beside }) });
}

/** Sort keys of all rows of a cluster except the main row and the head row. */
export const besideOf = (main: Row): string[] => z.array(z.string()).default([]).parse(main.beside);

/**
 * Makes a record from the main row alone. The fields of this row are enough to decide who sees the cluster and which
 * filters match the cluster.
 */
export const alone = (main: Row): Row => ({ ...NOT_SEEN, ...main, modified: main.created, nodes: [] });

const versions = z.record(z.string(), z.number());
const headRow = z.looseObject({ version: z.number(), versions });

/**
 * Rebuilds the record from its rows. Returns undefined if the read overlapped a write. In such a read, rows are
 * missing, or a row's version differs from the version that the head row lists for this row.
 */
export function joined(rows: readonly Row[]): Row | undefined {
  const bySk = new Map(rows.map((row) => [String(row.sk), row]));
  const { data: head } = headRow.safeParse(bySk.get(HEAD));
  const main = bySk.get(MAIN);
  const written = Object.entries(head?.versions ?? {});
  if (!head || !main || written.some(([sk, version]) => bySk.get(sk)?.version !== version)) return undefined;
  const nodes: NodeSummary[] = [];
  for (let part = 0; part === 0 || nodesRow(part) in head.versions; part += 1) {
    nodes.push(
      ...z
        .array(summaryFields)
        .parse(bySk.get(nodesRow(part))?.nodes)
        .map(unpacked),
    );
  }
  const long = LONG_FIELDS.map((field) => (longRow(field) in head.versions ? bySk.get(longRow(field)) : {}));
  return {
    ...Object.assign({}, NOTHING, ...long.map((row = {}) => only(row, LONG_FIELDS))),
    ...without(main, ['beside']),
    ...only(head, [...IN_HEAD, 'version', 'versions']),
    nodes,
  };
}

export type Rewritten = { readonly put: Contents; readonly removed: readonly string[] };

/**
 * The rows that a write has to put or remove. The head row is always written. Other rows are written only if they have
 * changed.
 */
export function rewritten(before: Contents = new Map(), after: Contents): Rewritten {
  const isNew = ([sk, content]: [string, Row]) => sk === HEAD || !isSameValue(before.get(sk), content);
  return {
    put: new Map([...after].filter(isNew)),
    removed: [...before.keys()].filter((sk) => !after.has(sk)),
  };
}

/**
 * The versions that the cluster's rows had before a write, by sort key. Rows that the write removes are left out. The
 * head row has the version of the whole record.
 */
export function versionsIn(before: Row | undefined, after: Contents): Record<string, number> {
  const known = versions.default({}).parse(before?.versions);
  return Object.fromEntries(Object.entries(known).filter(([sk]) => after.has(sk)));
}
