import type { Machine } from '../machine.ts';
import { type CommandCall, type CommandResult, success } from './shell.ts';

/** Programs that an Ubuntu cloud image comes without, of those that user data asks for; any other is taken to be there. */
const ABSENT = new Set(['haproxy', 'transactional-update', 'zypper', 'dnf', 'setsebool']);

export const hasProgram = ({ packages }: Machine, name: string): boolean => !ABSENT.has(name) || packages.has(name);

/** `apt-get install --yes haproxy`, and so with every package manager; programs have the names of their packages. */
export function packageManager({ shell, args }: CommandCall): CommandResult {
  const verb = args.findIndex((arg) => arg === 'install' || arg === 'in');
  const named = verb < 0 ? [] : args.slice(verb + 1).filter((arg) => !/^-|[=:]/.test(arg));
  for (const name of named) shell.machine.packages.add(name);
  return success();
}
