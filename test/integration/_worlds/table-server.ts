import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { inject } from 'vitest';
import { freePort } from '#infra/local/processes';
import { until } from '#infra/local/until';

const PROGRAM = resolve(`node_modules/@dynoxide/${process.platform}-${process.arch}/dynoxide`);

let url: string | undefined;

/** Any answer shows that the server listens. */
const answered = (address: string): Promise<true | undefined> =>
  fetch(address).then(
    () => true,
    () => undefined,
  );

/**
 * Starts an in-memory DynamoDB for one test file and returns a function that stops it. Each file has its own process,
 * since every table makes the next one slower to create. No process starts if `AWS_TEST_ENDPOINT` is set, if
 * `PADDOCK_TABLES=emulator` is set, or if that DynamoDB is not installed.
 */
export async function startTables(): Promise<() => void> {
  if (process.env.AWS_TEST_ENDPOINT || process.env.PADDOCK_TABLES === 'emulator' || !existsSync(PROGRAM))
    return () => {};
  const port = await freePort();
  const server = spawn(PROGRAM, ['--port', String(port)], { stdio: 'ignore' });
  const address = `http://127.0.0.1:${port}`;
  const tooLate = `No tables at ${address} after 10 s.`;
  await until({ tooLate, timeoutMs: 10_000, intervalMs: 5 }, () => answered(address));
  url = address;
  return () => {
    url = undefined;
    server.kill();
  };
}

/** The endpoint of the test file's tables. */
export const tablesUrl = (): string => url ?? inject('awsEndpoint');
