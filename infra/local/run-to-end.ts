import { OperatorError } from './operator-error.ts';
import { type ProcessOptions, startProcess } from './processes.ts';

export interface RunOptions extends ProcessOptions {
  readonly timeoutMs: number;
  /**
   * The reason for the failure, as a part of the error message. If this is a function, it is called with the last part
   * of the program's output.
   */
  readonly onFailure: string | ((output: string) => string);
  /** A function that is called with each line of the program's standard output. */
  readonly onLine?: (line: string) => void;
  /** Ends the program early. The run then counts as failed. */
  readonly signal?: AbortSignal;
}

/**
 * Runs a program and returns the last part of its output.
 * @throws OperatorError when the exit code is not 0 or the program takes too long
 */
export async function runToEnd(options: RunOptions): Promise<string> {
  options.signal?.throwIfAborted();
  const child = await startProcess(options);
  if (options.onLine) child.onLine(options.onLine);
  const abort = (): void => void child.stop();
  options.signal?.addEventListener('abort', abort, { once: true });
  if (options.signal?.aborted) abort(); // If the abort came while the program was being started, ends the program now.
  const timer = setTimeout(abort, options.timeoutMs);
  const code = await child.exited;
  await child.recorded;
  clearTimeout(timer);
  options.signal?.removeEventListener('abort', abort);
  if (code === 0) return child.output();
  const { name, onFailure, logFile } = options;
  const why = typeof onFailure === 'string' ? onFailure : onFailure(child.output());
  const words = why.includes('\n') ? `. ${why}\n` : `: ${why}. `;
  throw new OperatorError(`${capital(name)} failed (${code})${words}Its log: ${logFile}`);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
