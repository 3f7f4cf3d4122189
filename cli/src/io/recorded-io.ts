import type { Io } from './io.ts';

export type RecordedIo = Io & { stdout: () => string; stderr: () => string };

/**
 * Records the output of a command. `answers` are the lines that the user types. The clock moves only when the command
 * sleeps.
 */
export function recordedIo({ answers, ...given }: Partial<Io> & { answers?: string[] } = {}): RecordedIo {
  const written = { out: '', err: '' };
  let now = Date.parse('2026-11-27T12:00:00Z');
  return {
    out: (text) => {
      written.out += text;
    },
    err: (text) => {
      written.err += text;
    },
    clearLine: () => {
      written.err += '\r\u001b[K';
    },
    ...{
      canAsk: answers !== undefined,
      showsProgress: false,
      colors: false,
      columns: 80,
      env: {},
      interrupted: new AbortController().signal,
    },
    ask: async () => answers?.shift() ?? '',
    readInput: async () => '',
    now: () => now,
    sleep: async (ms) => {
      now += ms;
    },
    ...given,
    stdout: () => written.out,
    stderr: () => written.err,
  };
}
