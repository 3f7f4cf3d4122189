import { failureOf } from '../failure.ts';
import { paddock } from '../program.ts';
import { playedApi } from './played-api.ts';
import { recordedIo } from './recorded-io.ts';

/** Runs a command against an API with these answers. */
export async function runCommand(answers: Readonly<Record<string, readonly Response[]>>, ...args: string[]) {
  const { url, calls, close } = await playedApi(answers);
  const io = recordedIo({ env: { PADDOCK_URL: url, PADDOCK_TOKEN: 't', XDG_CONFIG_HOME: '/nowhere' } });
  const failure = await paddock(io)
    .parseAsync(args, { from: 'user' })
    .then(() => ({ code: 0, lines: [] }), failureOf);
  close();
  return { ...failure, calls, stdout: io.stdout(), stderr: io.stderr() };
}
