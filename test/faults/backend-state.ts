import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Simulator } from '#test/contracts/start-simulator';
import type { Faulty } from './testbed.ts';

const states = z.record(z.string(), z.array(z.unknown()));
/** All objects by `<simulator> <kind>`. */
export type BackendState = Record<string, unknown[]>;

export async function readSim(simulator: Simulator, path: string): Promise<unknown> {
  const answer = await fetch(`${simulator.url}/_sim/${path}`, { signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) throw new Error(`${simulator.url}/_sim/${path} answered ${answer.status}`);
  return answer.json();
}

export async function stateOf({ simulators }: Faulty): Promise<BackendState> {
  const found = await Promise.all(
    Object.entries(simulators).map(async ([name, simulator]) => {
      const state = states.parse(await readSim(simulator, 'state'));
      return Object.entries(state).map(([kind, rows]) => [`${name} ${kind}`, rows] as const);
    }),
  );
  return Object.fromEntries(found.flat());
}

const word = z.string().optional();
const labelled = z.object({ type: word, name: word, status: word, state: word });
const GENERATED = /[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}|\b(c-m|kubeconfig-u|token)-[a-z0-9]+/g;
/** The random suffixes of Rancher's names for machines, machine sets and machine configs. */
const DRAWN = /(?<=-)[bcdfghjklmnpqrstvwxz2-9]{5}\b/g;
/**
 * The parts of names that differ between orders in managed mode. In the names of clusters, machines and load balancers,
 * this part is a number. In the name of a tenant, this part is everything after `os-tenant-`.
 */
const NUMBERED = /(?<=\bk8s-(lb-)?[a-z]+-)[\d-]*\d|(?<=\bos-tenant-)\S+/g;

function labelOf(row: unknown): string {
  const { type = '', name = '', status = '', state = '' } = labelled.safeParse(row).data ?? {};
  return [type, name.replace(GENERATED, '*').replace(NUMBERED, '*').replace(DRAWN, '*'), status, state]
    .filter(Boolean)
    .join(' ');
}

const rowsNotIn = (rows: readonly unknown[], others: readonly unknown[]) =>
  rows.filter((row) => !others.some((other) => isDeepStrictEqual(row, other)));

/**
 * The objects that were created between two states: names and states by kind. Generated ids are left out, so that two
 * runs can be compared.
 */
export function madeSince(before: BackendState, now: BackendState): string[] {
  return Object.entries(now)
    .flatMap(([kind, rows]) => rowsNotIn(rows, before[kind] ?? []).map((row) => `${kind} ${labelOf(row)}`.trim()))
    .sort();
}

/** One line for each added and each missing object. The list is empty if the states are equal. */
export function differences(before: BackendState, now: BackendState): string[] {
  const rowsOf = (state: BackendState, kind: string) => state[kind] ?? [];
  return Object.keys({ ...before, ...now }).flatMap((kind) => [
    ...rowsNotIn(rowsOf(now, kind), rowsOf(before, kind)).map((row) => `left: ${kind} ${JSON.stringify(row)}`),
    ...rowsNotIn(rowsOf(before, kind), rowsOf(now, kind)).map((row) => `lost: ${kind} ${JSON.stringify(row)}`),
  ]);
}

/** The state with all matches of `differing` replaced. These parts differ between runs. */
export const masked = (state: BackendState, differing: RegExp, by: string): BackendState =>
  states.parse(JSON.parse(JSON.stringify(state).replace(differing, by)));

/** The time that Rancher may take to remove a cluster's bindings and namespaces after the cluster itself. */
const LETS_GO_MS = 5000;

/** Repeats `find` until it finds nothing. Returns what it still finds when the time is over. */
export async function lasting(find: () => Promise<string[]>, letsGoMs = LETS_GO_MS): Promise<string[]> {
  const deadline = performance.now() + letsGoMs;
  for (;;) {
    const found = await find();
    if (found.length === 0 || performance.now() > deadline) return found;
    await pause(100);
  }
}

export const lastingDifferences = (
  before: BackendState,
  read: () => Promise<BackendState>,
  letsGoMs = LETS_GO_MS,
): Promise<string[]> => lasting(async () => differences(before, await read()), letsGoMs);

/** Lines that only one of the two lists contains. A line that occurs more often in one list is also returned. */
export function compareShapes(planned: readonly string[], found: readonly string[]): string[] {
  const counted = (lines: readonly string[]) => {
    const counts = new Map<string, number>();
    for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
    return counts;
  };
  const [wanted, there] = [counted(planned), counted(found)];
  return [...new Set([...planned, ...found])]
    .filter((line) => wanted.get(line) !== there.get(line))
    .map((line) => `${there.get(line) ?? 0} instead of ${wanted.get(line) ?? 0}: ${line}`);
}
