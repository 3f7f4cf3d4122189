import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { Io } from './io.ts';

/** The terminal or the pipes of this process. `interrupted` aborts waiting calls. */
export function processIo(interrupted: AbortSignal): Io {
  const { stdin, stdout, stderr, env } = process;
  return {
    out: (written) => void stdout.write(written),
    err: (written) => void stderr.write(written),
    clearLine: () => void stderr.write('\r\u001b[K'),
    canAsk: stdin.isTTY === true && stderr.isTTY === true,
    showsProgress: stderr.isTTY === true && env.TERM !== 'dumb',
    colors: stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb',
    columns: stdout.columns ?? 80,
    ...{ env, interrupted },
    ask: async (question) => {
      const lines = createInterface({ input: stdin, output: stderr });
      try {
        return await lines.question(question, { signal: interrupted });
      } finally {
        lines.close();
      }
    },
    readInput: () => text(stdin),
    now: () => Date.now(),
    sleep: (ms) => setTimeout(ms, undefined, { signal: interrupted }),
  };
}
