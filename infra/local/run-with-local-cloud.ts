import { type LocalCloud, type LocalCloudOptions, startLocalCloud } from './local-cloud.ts';
import { runCommand } from './run-command.ts';

export interface CloudCommand {
  /** Makes the options. `runCommand` calls this function, and so reports wrong settings like any other failure. */
  readonly options: () => Omit<LocalCloudOptions, 'signal'>;
  readonly interruptedExitCode?: number;
  /**
   * Uses the cloud. The cloud is stopped after this function. `interrupted` is aborted when the user presses Ctrl-C.
   */
  readonly run: (cloud: LocalCloud, interrupted: AbortSignal) => Promise<void>;
}

/** Runs a command with a local cloud. Stops the cloud even if the command fails or is interrupted. */
export async function runWithLocalCloud({ options, run, interruptedExitCode }: CloudCommand): Promise<void> {
  const interrupted = new AbortController();
  let starting: Promise<LocalCloud> | undefined;
  await runCommand({
    ...(interruptedExitCode !== undefined && { interruptedExitCode }),
    run: async () => {
      starting = startLocalCloud({ ...options(), signal: interrupted.signal });
      await run(await starting, interrupted.signal);
    },
    stop: async () => {
      interrupted.abort();
      // If the cloud has failed to start, its parts are already stopped, and `run` reports the error.
      const cloud = await starting?.catch(() => undefined);
      await cloud?.stop();
    },
  });
}
