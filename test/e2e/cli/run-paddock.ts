import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { bundleCommandLine } from '../../../cli/bundle.ts';

const TIMEOUT_MS = 110_000;

export type Ended = { code: number | null; stdout: string; stderr: string };
export type Started = {
  /** The first part of stderr that matches. */
  says(pattern: RegExp): Promise<string>;
  ended: Promise<Ended>;
};
export type PaddockHome = {
  /** Its home directory: configuration and kubeconfig are below it. */
  home: string;
  /** Runs a command to its end. */
  paddock(args: readonly string[], given?: { input?: string; env?: Record<string, string> }): Promise<Ended>;
  start(args: readonly string[]): Started;
  close(): Promise<void>;
};

/** The bundled command line in an empty home directory, with no variable of this machine. */
export async function aPaddockHome(): Promise<PaddockHome> {
  const home = await mkdtemp(join(tmpdir(), 'paddock-cli-'));
  const program = join(home, 'paddock.mjs');
  await bundleCommandLine(program);
  const run = (args: readonly string[], env: Record<string, string> = {}) =>
    spawn(process.execPath, [program, ...args], { env: { HOME: home, ...env }, cwd: home, timeout: TIMEOUT_MS });
  return {
    home,
    async paddock(args, { input = '', env } = {}) {
      const child = run(args, env);
      child.stdin.end(input);
      const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
      return { code, stdout, stderr };
    },
    start(args) {
      const child = run(args);
      child.stdin.end();
      let said = '';
      child.stderr.setEncoding('utf8').on('data', (part: string) => {
        said += part;
      });
      const ended = Promise.all([text(child.stdout), once(child, 'exit')]).then(([stdout, [code]]) => ({
        ...{ code, stdout, stderr: said },
      }));
      return {
        ended,
        async says(pattern) {
          for (;;) {
            const [found] = pattern.exec(said) ?? [];
            if (found !== undefined) return found;
            if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${said}`);
            await Promise.race([once(child.stderr, 'data'), once(child, 'exit')]);
          }
        },
      };
    },
    close: () => rm(home, { recursive: true, force: true }),
  };
}
