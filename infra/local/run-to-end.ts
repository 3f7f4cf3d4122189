import { OperatorError } from './operator-error.ts';
import { type ProcessOptions, startProcess } from './processes.ts';

export interface RunOptions extends ProcessOptions {
  readonly timeoutMs: number;
  /** What to do about a failure, as a clause: `look at …`. */
  readonly onFailure: string;
  /** Told each line of its standard output as it comes. */
  readonly onLine?: (line: string) => void;
  /** Ends the program early; then it counts as failed. */
  readonly signal?: AbortSignal;
}

/**
 * Runs a program and answers the end of its output.
 * @throws OperatorError when it ends with anything but 0 or takes longer than it may
 */
export async function runToEnd(options: RunOptions): Promise<string> {
  options.signal?.throwIfAborted();
  const child = await startProcess(options);
  if (options.onLine) child.onLine(options.onLine);
  const abort = (): void => void child.stop();
  options.signal?.addEventListener('abort', abort, { once: true });
  if (options.signal?.aborted) abort(); // while it was being started
  const timer = setTimeout(abort, options.timeoutMs);
  const code = await child.exited;
  await child.recorded;
  clearTimeout(timer);
  options.signal?.removeEventListener('abort', abort);
  if (code === 0) return child.output();
  throw new OperatorError(
    `${capital(options.name)} failed (${code}): ${options.onFailure}. Its log: ${options.logFile}`,
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
