import type { ContextLogger } from '#shared/runtime/logger';

export type RecordingLog = ContextLogger & { lines: string[] };

/** Keeps every line as JSON text, fields of the call included, so that a test can look for what must not be there. */
export function recordingLog(lines: string[] = [], context: Record<string, unknown> = {}): RecordingLog {
  const write =
    (level: string) =>
    (message: string, fields: Record<string, unknown> = {}): void => {
      lines.push(JSON.stringify({ level, message, ...context, ...fields }));
    };
  return {
    lines,
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    with: (fields) => recordingLog(lines, { ...context, ...fields }),
  };
}
