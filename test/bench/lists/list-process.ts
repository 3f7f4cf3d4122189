import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';
import { localAwsEnvironment } from '#infra/local/emulator/aws-environment';
import type { TableNames } from '#test/integration/_worlds/new-store';

const PROGRAM = fileURLToPath(new URL('list-program.ts', import.meta.url));

/**
 * Sends `warmUp` requests, then `batches` batches of `batch` requests. Stops after `budgetMs`, but sends at least one
 * request.
 */
export type Asked = {
  token: string;
  /** The path, for example `/api/rancher-clusters/`; `query` is separate. */
  path: string;
  query: string;
  warmUp: number;
  batch: number;
  batches: number;
  budgetMs: number;
};

const measured = z.object({
  rows: z.number(),
  /** Averages per request, one entry per batch. */
  batches: z.array(z.object({ cpuMs: z.number(), calls: z.number() })),
});
export type Measured = z.infer<typeof measured>;

export type ListProcess = { measure(asked: Asked): Promise<Measured>; stop(): Promise<void> };

const namesOf = ({ tableName, auditTableName }: TableNames) => ({
  TABLE_NAME: tableName,
  AUDIT_TABLE_NAME: auditTableName,
});

export function startListProcess(
  bundle: string,
  at: TableNames & { awsUrl: string; environment: Record<string, string> },
): ListProcess {
  const env = { ...localAwsEnvironment(at.awsUrl), ...at.environment, ...namesOf(at) };
  // the function writes its log lines as usual, but they are discarded
  const child = fork(PROGRAM, [pathToFileURL(bundle).href], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the process of the list function ended (${code})`);
  });
  ended.catch(() => {});
  return {
    async measure(asked) {
      const answer = once(child, 'message');
      child.send(asked);
      const [message] = await Promise.race([answer, ended]);
      return measured.parse(message);
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}
