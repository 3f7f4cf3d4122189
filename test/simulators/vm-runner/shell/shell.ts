import type { Machine } from '../machine.ts';

/** The result of a command: exit code, output, and its effect on the control flow of the script. */
export interface CommandResult {
  code: number;
  stdout: string;
  /** The reason why the command failed, without secrets. */
  reason?: string;
  control?: 'break' | 'continue' | 'exit';
}

export type Command = (call: CommandCall) => CommandResult | Promise<CommandResult>;

/**
 * The parts of the interpreter that commands use themselves, for example to run another script or the command after
 * `sudo`.
 */
export interface Interpreter {
  commands: Record<string, Command>;
  runScript(script: string, shell: Shell): Promise<CommandResult>;
  runWords(words: string[], stdin: string, shell: Shell): Promise<CommandResult>;
}

/**
 * The state of one shell process: variables, parameters and options. The commands that run in the shell change this
 * state.
 */
export interface Shell {
  machine: Machine;
  interpreter: Interpreter;
  /** The name of the script, used in error messages. */
  name: string;
  variables: Map<string, string>;
  exported: Set<string>;
  parameters: string[];
  options: { errexit: boolean; nounset: boolean; pipefail: boolean };
  lastCode: number;
  /** The result of the last `$(…)`. An assignment without a command ends with this result. */
  substituted: CommandResult;
  /** The script that `trap … EXIT` has set. It runs when the shell ends. */
  exitTrap: string;
}

export interface CommandCall {
  shell: Shell;
  /** Arguments without the command's own name. */
  args: string[];
  stdin: string;
  /** Variables from `NAME=value` words before the command. */
  environment: Map<string, string>;
}

export const success = (stdout = ''): CommandResult => ({ code: 0, stdout });
export const failure = (code: number, reason: string): CommandResult => ({ code, stdout: '', reason });

/** Creates a shell on a machine. The variables in `environment` are exported. */
export function newShell(
  { machine, interpreter }: Pick<Shell, 'machine' | 'interpreter'>,
  name: string,
  environment: Map<string, string> = new Map(),
): Shell {
  return {
    machine,
    interpreter,
    name,
    variables: new Map(environment),
    exported: new Set(environment.keys()),
    parameters: [],
    options: { errexit: false, nounset: false, pipefail: false },
    lastCode: 0,
    substituted: success(),
    exitTrap: '',
  };
}

export function environmentOf({ shell, environment }: Pick<CommandCall, 'shell' | 'environment'>): Map<string, string> {
  const exported = [...shell.variables].filter(([name]) => shell.exported.has(name));
  return new Map([...exported, ...environment]);
}

/** The value of a variable or of `$1`, `$@`, `$#`, `$?`. */
export function valueIn(shell: Shell, name: string): string | undefined {
  if (name === '@' || name === '*') return shell.parameters.join(' ');
  if (name === '#') return String(shell.parameters.length);
  if (name === '?') return String(shell.lastCode);
  if (name === '0') return shell.name;
  return /^\d+$/.test(name) ? shell.parameters[Number(name) - 1] : shell.variables.get(name);
}

export function splitAssignment(word: string): [string, string] {
  const equals = word.indexOf('=');
  return [word.slice(0, equals), word.slice(equals + 1)];
}
