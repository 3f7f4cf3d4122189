import { afterAll, beforeAll } from 'vitest';

type Running<R> = { signal: AbortSignal; done(result: R): void };

/**
 * Starts one run of all cases before the first test, and gives each test the result of its case. If the run fails,
 * every result rejects.
 */
export function resultsByCase<R extends { name: string }>(
  names: readonly string[],
  run: (options: Running<R>) => Promise<void>,
): (name: string) => Promise<R | undefined> {
  const results = new Map(names.map((name) => [name, Promise.withResolvers<R>()]));
  const over = new AbortController();
  let running: Promise<void>;
  beforeAll(() => {
    running = run({ signal: over.signal, done: (result) => results.get(result.name)?.resolve(result) });
    running.catch((error: unknown) => {
      for (const { promise, reject } of results.values()) {
        promise.catch(() => {}); // avoids an unhandled rejection for a test that does not run
        reject(error);
      }
    });
  });
  afterAll(async () => {
    over.abort();
    await running;
  });
  return async (name) => results.get(name)?.promise;
}
