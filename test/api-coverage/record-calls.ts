import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import { planOf } from '#shared/adapters/dynamodb/_core/planned-write';
import { OUTBOX_KIND } from '#shared/contracts/table';
import { isOfProject, type Operation, operation } from '#shared/domain/_core/operation';
import type { Store, Write } from '#shared/ports/store';
import { machineOf, orderStart } from './machine-runs.ts';
import { rancherCall } from './rancher-call.ts';
import { recordedRoutes, routeOf, SEGMENTS } from './recorded-routes.ts';

/** The folder for the recording. It is set only while `npm run api-docs` records the calls and steps of each test. */
const folder = process.env.PADDOCK_API_CALLS;
const created = z.object({
  request: z.object({ method: z.string(), path: z.string(), headers: z.array(z.unknown()) }),
});
/** The effects that docs/api.md shows: requests to Rancher, and state machines whose operations were committed. */
type Effects = { rancher: Set<string>; starts: Set<string> };
const running = new AsyncLocalStorage<Effects>();
if (folder !== undefined) {
  subscribe('undici:request:create', (sent) => {
    const { request } = created.parse(sent);
    const call = rancherCall({ ...request, headers: request.headers.map(String) });
    if (call !== undefined) running.getStore()?.rancher.add(call);
  });
}

const committedOperations = (writes: readonly Write[]): Operation[] =>
  writes
    .map((write) => planOf(write).items)
    .flatMap((items) => (typeof items === 'function' ? [] : items))
    .flatMap(({ row }) => (row?.kind === OUTBOX_KIND ? [operation.parse(row)] : []));

/**
 * The name of an operation's state machine. In a recording, the type of an order is appended, as in `process-order
 * Create`. The cluster's state shows the type of the order.
 */
async function startOf(store: Store, started: Operation): Promise<string> {
  if (isOfProject(started) || started.machine !== 'process-order' || folder === undefined) return started.machine;
  const cluster = await store.clusters.get(started.clusterUuid);
  return orderStart(cluster.state === 'DELETION_SCHEDULED' ? 'Terminate' : 'Create');
}

/** A store that records every operation that an API call or a step commits. */
export const notingStarts = (store: Store): Store => ({
  ...store,
  async commit(...writes) {
    await store.commit(...writes);
    const noted = running.getStore();
    if (!noted) return;
    for (const started of committedOperations(writes)) noted.starts.add(await startOf(store, started));
  },
});

function append(line: Record<string, unknown>, { rancher, starts }: Effects): void {
  if (folder === undefined) return;
  const text = JSON.stringify({ ...line, rancher: [...rancher], starts: [...starts] });
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${text}\n`);
}

/** Throws if a route starts a state machine that docs/api.md does not list for the route. */
function checkStarts(method: string, path: string, { starts }: Effects): void {
  const route = starts.size > 0 && folder === undefined ? routeOf(method, path) : undefined;
  if (!route || !SEGMENTS.includes(route.segment)) return;
  const known = (recordedRoutes()[route.name]?.starts ?? []).map(machineOf);
  const unknown = [...starts].filter((machine) => !known.includes(machine));
  if (unknown.length > 0)
    throw new Error(`${route.name} starts ${unknown.join(', ')}: \`npm run api-docs\` records it`);
}

/** Makes an API call. If the call succeeds, records it with its test and its effects. */
export async function recordingCalls<T>(
  method: string,
  path: string,
  ask: () => Promise<T>,
  statusOf: (answer: T) => number,
): Promise<T> {
  const noted = { rancher: new Set<string>(), starts: new Set<string>() };
  const answer = await running.run(noted, ask);
  if (statusOf(answer) >= 300) return answer;
  checkStarts(method, path, noted);
  const { currentTestName, testPath } = expect.getState();
  if (currentTestName !== undefined && testPath !== undefined)
    append({ method, path, file: relative(process.cwd(), testPath) }, noted);
  return answer;
}

/** Runs a step. If the step succeeds, records its effects. */
export async function recordingStep<T>(step: string, run: () => Promise<T>): Promise<T> {
  const noted = { rancher: new Set<string>(), starts: new Set<string>() };
  const answer = await running.run(noted, run);
  append({ step }, noted);
  return answer;
}
