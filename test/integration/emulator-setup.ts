import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmulator } from '#infra/local/emulator/emulator';
import { localHome } from '#infra/local/local-settings';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the AWS endpoint: AWS_TEST_ENDPOINT if set, else the emulator. */
    awsEndpoint: string;
  }
}

/** Starts one emulator for all files of the suite. Each file creates its resources under its own names. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.AWS_TEST_ENDPOINT;
  if (given) {
    project.provide('awsEndpoint', given);
    return async () => {};
  }
  const runDir = await mkdtemp(join(tmpdir(), 'paddock-test-'));
  const home = localHome();
  const emulator = await startEmulator({ home, logDir: join(home, 'logs', 'test'), runDir, waitScale: 0.01 });
  project.provide('awsEndpoint', emulator.url);
  return async () => {
    await emulator.stop();
    await rm(runDir, { recursive: true, force: true });
  };
}
