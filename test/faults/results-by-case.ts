import { afterAll, beforeAll } from 'vitest';

type Running<R> = { signal: AbortSignal; done(result: R): void };

/**
 * For a file with cases as tests that run together: begins them before the first test, and gives each test the result of its
 * own. Rejects for all of them when the run breaks down.
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
        promise.catch(() => {}); // those with a test that does not run any more
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
