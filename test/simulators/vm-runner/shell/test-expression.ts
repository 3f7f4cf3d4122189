import { deviceIsAttached } from '../attached-devices.ts';
import type { Machine } from '../machine.ts';
import type { CommandResult } from './shell.ts';

/** `[ … ]`: one test or its negation. Combinations with `-a` and `-o` are not supported and count as true. */
export async function testExpression(args: string[], machine: Machine): Promise<CommandResult> {
  const negated = args[0] === '!';
  const holds = await holdsTrue(negated ? args.slice(1) : args, machine);
  return { code: holds === negated ? 1 : 0, stdout: '' };
}

async function holdsTrue([first = '', second, third = '']: string[], machine: Machine): Promise<boolean> {
  if (second === undefined) return first !== '';
  const compared = compare(first, second, third);
  if (compared !== undefined) return compared;
  if (first === '-b') return deviceIsAttached(second, await machine.attachedVolumes());
  if (first === '-z' || first === '-n') return (second === '') === (first === '-z');
  if (first === '-s') return Boolean(machine.files.get(second));
  return ['-e', '-f', '-r', '-x'].includes(first) ? machine.files.has(second) : true;
}

function compare(left: string, operator: string, right: string): boolean | undefined {
  const numbers: Record<string, boolean> = {
    '-eq': Number(left) === Number(right),
    '-ne': Number(left) !== Number(right),
    '-lt': Number(left) < Number(right),
    '-le': Number(left) <= Number(right),
    '-gt': Number(left) > Number(right),
    '-ge': Number(left) >= Number(right),
    '=': left === right,
    '==': left === right,
    '!=': left !== right,
  };
  return numbers[operator];
}
