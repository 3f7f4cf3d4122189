import type { ContextLogger } from '#shared/runtime/logger';

export type RecordingLog = ContextLogger & { lines: string[] };

/**
 * A log that keeps every line as JSON text, including `context` and the fields of the log call. A test can then check
 * that a secret is absent.
 */
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
