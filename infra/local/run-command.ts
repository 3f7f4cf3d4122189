import { OperatorError } from './operator-error.ts';

/** Numbers of the signals that end a command. Shells expect the exit code 128 + n. */
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

export interface Command {
  /** Undoes everything that `run` has made. Called once, even if `run` fails or a signal arrives. */
  readonly stop?: () => Promise<void>;
  readonly run: () => Promise<void>;
  /** The exit code after a signal, for a command that normally ends by a signal, such as a server. Default: 128 + n. */
  readonly interruptedExitCode?: number;
}

/**
 * Runs a command and ends the process. The exit code is 0 after `run`, 1 after a failure, and 128 + n after a signal. A
 * second signal ends the process without waiting for `stop`.
 */
export async function runCommand({ run, stop = async () => {}, interruptedExitCode }: Command): Promise<void> {
  let ending: Promise<void> | undefined;
  const end = (code: number): Promise<void> => {
    ending ??= stop()
      .catch((error: unknown) => console.error(describe(error)))
      .finally(() => process.exit(code));
    return ending;
  };
  for (const [signal, number] of Object.entries(SIGNALS)) {
    process.on(signal, () => {
      if (ending) process.exit(128 + number);
      void end(interruptedExitCode ?? 128 + number);
    });
  }
  try {
    await run();
    await end(0);
  } catch (error) {
    if (!ending) console.error(`\n${describe(error)}`);
    await end(1);
  }
}

function describe(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
