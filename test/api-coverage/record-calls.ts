import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import { rancherCall } from './rancher-call.ts';

/** A folder, while `npm run api-docs` asks which test calls which route. */
const folder = process.env.PADDOCK_API_CALLS;
const created = z.object({
  request: z.object({ method: z.string(), path: z.string(), headers: z.array(z.unknown()) }),
});
export const recordedCall = z.object({
  ...{ method: z.string(), path: z.string(), file: z.string(), test: z.string() },
  rancher: z.array(z.string()),
});

const running = new AsyncLocalStorage<Set<string>>();
if (folder !== undefined) {
  subscribe('undici:request:create', (sent) => {
    const { request } = created.parse(sent);
    const call = rancherCall({ ...request, headers: request.headers.map(String) });
    if (call !== undefined) running.getStore()?.add(call);
  });
}

/** Does a call of the API. Notes it with the test that makes it, and with what it has asked of Rancher, where it has succeeded. */
export async function recordingCalls<T>(
  method: string,
  path: string,
  ask: () => Promise<T>,
  statusOf: (answer: T) => number,
): Promise<T> {
  if (folder === undefined) return ask();
  const asked = new Set<string>();
  const answer = await running.run(asked, ask);
  const { currentTestName: test, testPath } = expect.getState();
  if (statusOf(answer) < 300 && test !== undefined && testPath !== undefined) {
    const call = { method, path, file: relative(process.cwd(), testPath), test, rancher: [...asked] };
    appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(call)}\n`);
  }
  return answer;
}
