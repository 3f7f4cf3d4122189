import { type LocalCloud, type LocalCloudOptions, startLocalCloud } from './local-cloud.ts';
import { runCommand } from './run-command.ts';

export interface CloudCommand {
  /** Called once everything that can fail is caught: the settings may be wrong. */
  readonly options: () => Omit<LocalCloudOptions, 'signal'>;
  readonly interruptedExitCode?: number;
  /** What to do with the cloud; it is stopped afterwards. The signal says that the user does not want to wait. */
  readonly run: (cloud: LocalCloud, interrupted: AbortSignal) => Promise<void>;
}

/** A command that has a local cloud for as long as it runs, however it ends. */
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
      const cloud = await starting?.catch(() => undefined); // a failed start has undone itself and is reported by `run`
      await cloud?.stop();
    },
  });
}
