import { type CommandCall, type CommandResult, newShell, success } from './shell.ts';

/** `start`, `restart` and `enable --now` run the `ExecStart` of a unit that user data wrote; other units are the image's own. */
export async function systemctl({ shell, args }: CommandCall): Promise<CommandResult> {
  const [verb, ...units] = args.filter((arg) => !arg.startsWith('-'));
  if (verb !== 'start' && verb !== 'restart' && !(verb === 'enable' && args.includes('--now'))) return success();
  let last = success();
  for (const unit of units) {
    const name = unit.includes('.') ? unit : `${unit}.service`;
    const file = shell.machine.files.get(`/etc/systemd/system/${name}`) ?? '';
    for (const [, command = ''] of file.matchAll(/^ExecStart=[-@+!]*(.+)$/gm)) {
      const { control: _ended, ...result } = await shell.interpreter.runScript(command, newShell(shell, name));
      last = result;
    }
  }
  return last;
}
