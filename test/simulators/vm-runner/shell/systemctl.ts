import { startHaproxy } from '../haproxy.ts';
import type { Machine } from '../machine.ts';
import { type CommandCall, type CommandResult, newShell, type Shell, success } from './shell.ts';

/** Units that come with packages. */
const PACKAGED: Record<string, (machine: Machine) => CommandResult> = { 'haproxy.service': startHaproxy };

/**
 * `start`, `restart` and `enable --now` run the `ExecStart` of a unit from the user data. Other units belong to the
 * image or to an installed package. A unit that is only enabled runs at the next start of the machine.
 */
export async function systemctl({ shell, args }: CommandCall): Promise<CommandResult> {
  const [verb, ...units] = args.filter((arg) => !arg.startsWith('-'));
  if (verb === 'enable') for (const unit of units) shell.machine.enabledUnits.add(unit);
  if (verb === 'disable') for (const unit of units) shell.machine.enabledUnits.delete(unit);
  const starts = verb === 'start' || verb === 'restart' || (verb === 'enable' && args.includes('--now'));
  let last = success();
  if (starts) for (const unit of units) last = await startUnit(unit, shell);
  return last;
}

/** Runs every command of a unit, if the unit's conditions hold. */
export async function startUnit(unit: string, shell: Pick<Shell, 'machine' | 'interpreter'>): Promise<CommandResult> {
  const name = unit.includes('.') ? unit : `${unit}.service`;
  const packaged = PACKAGED[name];
  if (packaged) return packaged(shell.machine);
  const file = shell.machine.files.get(`/etc/systemd/system/${name}`) ?? '';
  const conditions = [...file.matchAll(/^ConditionPathExists=(!?)(\S+)$/gm)];
  if (conditions.some(([, not, path = '']) => shell.machine.files.has(path) === (not === '!'))) return success();
  let last = success();
  for (const [, command = ''] of file.matchAll(/^ExecStart=[-@+!]*(.+)$/gm)) {
    const { control: _ended, ...result } = await shell.interpreter.runScript(command, newShell(shell, name));
    last = result;
  }
  return last;
}
