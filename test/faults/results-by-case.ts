import { afterAll, beforeAll } from 'vitest';

type Running<R> = { signal: AbortSignal; done(result: R): void };

/**
 * Runs all cases of a test file in one run, and gives each test the result of its case. The run starts before the first
 * test. If the run fails, every result rejects.
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
        promise.catch(() => {}); // avoids unhandled rejections for tests that no longer run
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
