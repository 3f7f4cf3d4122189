import { OperatorError } from './operator-error.ts';
import { type ProcessOptions, startProcess } from './processes.ts';

export interface RunOptions extends ProcessOptions {
  readonly timeoutMs: number;
  /** What to say about a failure, as a clause, or what finds it in the end of the program's output. */
  readonly onFailure: string | ((output: string) => string);
  /** Called with each line of its standard output. */
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
  const { name, onFailure, logFile } = options;
  const why = typeof onFailure === 'string' ? onFailure : onFailure(child.output());
  const words = why.includes('\n') ? `. ${why}\n` : `: ${why}. `;
  throw new OperatorError(`${capital(name)} failed (${code})${words}Its log: ${logFile}`);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
