import type { Machine } from '../machine.ts';
import { type CommandCall, type CommandResult, success } from './shell.ts';

/**
 * Programs that user data runs, but that an Ubuntu cloud image does not contain. Every other program counts as
 * installed.
 */
const ABSENT = new Set(['haproxy', 'transactional-update', 'zypper', 'dnf', 'setsebool']);

export const hasProgram = ({ packages }: Machine, name: string): boolean => !ABSENT.has(name) || packages.has(name);

/**
 * `apt-get install --yes haproxy`, or the same with another package manager. A package and its program share one name.
 */
export function packageManager({ shell, args }: CommandCall): CommandResult {
  const verb = args.findIndex((arg) => arg === 'install' || arg === 'in');
  const named = verb < 0 ? [] : args.slice(verb + 1).filter((arg) => !/^-|[=:]/.test(arg));
  for (const name of named) shell.machine.packages.add(name);
  return success();
}
