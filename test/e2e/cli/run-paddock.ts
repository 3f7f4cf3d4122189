import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { quote } from 'shell-quote';
import { installedTool } from '#test/programs/installed-tool';
import { bundleCommandLine } from '../../../cli/bundle.ts';

const TIMEOUT_MS = 110_000;

/** Debian's `script` runs a program on a terminal. Undefined where it is not installed. */
export const SCRIPT = installedTool('script', 'bsdutils');

export type Ended = { code: number | null; stdout: string; stderr: string };
export type Started = {
  says(pattern: RegExp): Promise<string>;
  prints(pattern: RegExp): Promise<string>;
  /** Interrupts the program, as Ctrl-C does. */
  interrupt(): void;
  ended: Promise<Ended>;
};
export type PaddockHome = {
  /** The home directory of the command line. It contains the configuration and the kubeconfig. */
  home: string;
  /** The path of the bundled command line. */
  program: string;
  paddock(args: readonly string[], given?: { input?: string; env?: Record<string, string> }): Promise<Ended>;
  start(args: readonly string[]): Started;
  /** Runs a command on a terminal. Each answer is typed after its pattern has appeared. Returns the whole output. */
  onTerminal(
    args: readonly string[],
    answers?: readonly [after: RegExp, answer: string][],
    env?: Record<string, string>,
  ): Promise<string>;
  close(): Promise<void>;
};

/** The bundled command line in an empty home directory, without this machine's environment variables. */
export async function aPaddockHome(): Promise<PaddockHome> {
  const home = await mkdtemp(join(tmpdir(), 'paddock-cli-'));
  const program = join(home, 'paddock.mjs');
  await bundleCommandLine(program);
  const run = (args: readonly string[], env: Record<string, string> = {}) =>
    spawn(process.execPath, [program, ...args], { env: { HOME: home, ...env }, cwd: home, timeout: TIMEOUT_MS });
  return {
    ...{ home, program },
    async paddock(args, { input = '', env } = {}) {
      const child = run(args, env);
      child.stdin.end(input);
      const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
      return { code, stdout, stderr };
    },
    start(args) {
      const child = run(args);
      child.stdin.end();
      const [stdout, stderr] = [heard(child.stdout), heard(child.stderr)];
      const ended = once(child, 'close').then(([code]) => ({ code, stdout: stdout.text(), stderr: stderr.text() }));
      return { ended, says: stderr.part, prints: stdout.part, interrupt: () => void child.kill('SIGINT') };
    },
    async onTerminal(args, answers = [], given = {}) {
      const line = quote([process.execPath, program, ...args]);
      const env = { HOME: home, TERM: 'xterm', PATH: '/usr/bin:/bin', ...given };
      const child = spawn(SCRIPT ?? 'script', ['-qec', line, '/dev/null'], { env, cwd: home, timeout: TIMEOUT_MS });
      const shown = heard(child.stdout);
      for (const [after, answer] of answers) {
        await shown.part(after);
        child.stdin.write(`${answer}\n`);
      }
      await once(child, 'close');
      return shown.text().replaceAll('\r\n', '\n');
    },
    close: () => rm(home, { recursive: true, force: true }),
  };
}

function heard(stream: Readable) {
  let text = '';
  stream.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  return {
    text: () => text,
    async part(pattern: RegExp): Promise<string> {
      for (;;) {
        const [found] = pattern.exec(text) ?? [];
        if (found !== undefined) return found;
        if (stream.readableEnded) throw new Error(`It has ended: ${text}`);
        const heard = new AbortController();
        await Promise.race(['data', 'end'].map((event) => once(stream, event, { signal: heard.signal })));
        heard.abort();
      }
    },
  };
}
