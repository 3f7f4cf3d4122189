import { z } from 'zod';
import { isSameValue } from '#shared/domain/_core/same-value';
import { type NodeSummary, nodeSummary } from '#shared/domain/clusters/cluster';
import type { Row } from './table.ts';

/**
 * A cluster is several rows, which are read by one query (docs/decisions/0051-a-cluster-is-several-rows.md): the one that lists
 * have, which does not grow with its nodes; the head, which every write of the cluster writes; and what may be long.
 */
export const MAIN = 'CLUSTER';
export const HEAD = 'CLUSTER#HEAD';
/** 3 KB. The first of them stand in the head. */
const NODES_PER_ROW = 25;
/** `kind` of the rows beside it. */
const PART = 'CLUSTER_PART';
const nodesRow = (part: number): string => (part === 0 ? HEAD : `CLUSTER#NODES#${part}`);
/** Each a row of its own, where there is something in it. */
const LONG_FIELDS = ['nodeOperations', 'drift', 'missingNodes', 'healing'] as const;
const longRow = (field: string): string => `${MAIN}#${field}`;
const NOTHING: Row = { nodeOperations: [], drift: [], missingNodes: [] };
/** What looks change, with what a list's row alone has of it: no list is filtered by that. */
const NOT_SEEN: Row = { currentStep: '', runtimeState: '', capacity: {}, requested: {} };
const IN_HEAD: readonly string[] = ['modified', ...Object.keys(NOT_SEEN)];

const summaryFields = z.tuple([z.string(), z.string(), z.string(), z.string(), z.string(), z.string()]);
/** In order and without the fields' names, which are a third of a summary. */
const packed = ({ uuid, name, role, state, runtimeState, backendId }: NodeSummary): z.infer<typeof summaryFields> => [
  ...([uuid, name, role, state, runtimeState, backendId] as const),
];
const unpacked = ([uuid, name, role, state, runtimeState, backendId]: z.infer<typeof summaryFields>): NodeSummary =>
  nodeSummary.parse({ uuid, name, role, state, runtimeState, backendId });

const isEmpty = (value: unknown): boolean => value === undefined || (Array.isArray(value) && value.length === 0);

/** What stands in which of the rows, by sort key. */
export type Contents = ReadonlyMap<string, Row>;

const without = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
const only = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])));

/** `full`: all of the record, and the keys of its lists. */
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

/** Sort keys of the rows beside a main one and its head. */
export const besideOf = (main: Row): string[] => z.array(z.string()).default([]).parse(main.beside);

/** What a list's row says by itself, which is enough for whose it is and for filters. */
export const alone = (main: Row): Row => ({ ...NOT_SEEN, ...main, modified: main.created, nodes: [] });

const versions = z.record(z.string(), z.number());
const headRow = z.looseObject({ version: z.number(), versions });

/** The record again, with `versions` of its rows. Undefined: they are not of one moment, or not all of them. */
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

/** The head, always, and of the others what is not as it was. */
export function rewritten(before: Contents = new Map(), after: Contents): Rewritten {
  const isNew = ([sk, content]: [string, Row]) => sk === HEAD || !isSameValue(before.get(sk), content);
  return {
    put: new Map([...after].filter(isNew)),
    removed: [...before.keys()].filter((sk) => !after.has(sk)),
  };
}

/** The versions that rows have, of those that are there afterwards; the head's is that of the record. */
export function versionsIn(before: Row | undefined, after: Contents): Record<string, number> {
  const known = versions.default({}).parse(before?.versions);
  return Object.fromEntries(Object.entries(known).filter(([sk]) => after.has(sk)));
}
