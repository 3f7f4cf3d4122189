import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { inject } from 'vitest';
import { freePort } from '#infra/local/processes';
import { until } from '#infra/local/until';

const PROGRAM = resolve(`node_modules/@dynoxide/${process.platform}-${process.arch}/dynoxide`);

let url: string | undefined;

/** Any answer will do: then it listens. */
const answered = (address: string): Promise<true | undefined> =>
  fetch(address).then(
    () => true,
    () => undefined,
  );

/**
 * A DynamoDB in memory for one test file: a process of its own, since every table makes the next one slower to create. Nothing starts
 * where the suite runs on a given AWS or, by `PADDOCK_TABLES=emulator`, on the emulator's tables, nor on a platform without the program.
 * Answers how to stop it.
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

/** Where the tables of the test file are. */
export const tablesUrl = (): string => url ?? inject('awsEndpoint');
