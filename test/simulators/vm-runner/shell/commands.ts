import { haproxy } from '../haproxy.ts';
import { pause } from '../machine.ts';
import { installSystemAgent, isSystemAgentInstaller, settingsIn } from '../system-agent.ts';
import { curl } from './curl.ts';
import { cat, rm, sha256sum, tee } from './file-commands.ts';
import { jq } from './jq.ts';
import { hasProgram, packageManager } from './packages.ts';
import { sed } from './sed.ts';
import {
  type Command,
  type CommandCall,
  type CommandResult,
  environmentOf,
  failure,
  newShell,
  splitAssignment,
  success,
} from './shell.ts';
import { systemctl } from './systemctl.ts';
import { testExpression } from './test-expression.ts';
import { vault } from './vault-command.ts';

/** Runs `sh file …`, `sh -c 'script'`, or `sh -s - …` with the script from the pipe. */
async function sh(call: CommandCall): Promise<CommandResult> {
  const { args, stdin, shell } = call;
  const flags = args.findIndex((arg) => !/^-[a-z]+$/.test(arg));
  const options = args.slice(0, flags < 0 ? args.length : flags).join('');
  const [first, ...others] = flags < 0 ? [] : args.slice(flags);
  const fromPipe = options.includes('s') || first === undefined;
  const parameters = fromPipe ? [first ?? '', ...others].filter((arg) => !/^(-|--|)$/.test(arg)) : others;
  const script = fromPipe ? stdin : options.includes('c') ? first : shell.machine.files.get(first);
  if (script === undefined) return failure(127, `${shell.name}: ${first}: No such file or directory`);
  const environment = environmentOf(call);
  if (isSystemAgentInstaller(script)) {
    return installSystemAgent(shell.machine, parameters, new Map([...environment, ...settingsIn(script)]));
  }
  const inner = newShell(shell, fromPipe || options.includes('c') ? 'sh' : first, environment);
  Object.assign(inner, { parameters, options: { ...inner.options, errexit: options.includes('e') } });
  const { control: _ended, ...result } = await shell.interpreter.runScript(script, inner);
  return result;
}

/** Runs the command in the arguments. Options before the command, and the time in `timeout`, are skipped. */
function wrapper(before: RegExp): Command {
  return ({ shell, args, stdin, environment }) => {
    const start = args.findIndex((arg) => !before.test(arg));
    const assigned = [...environment].map(([name, value]) => `${name}=${value}`);
    return start < 0 ? success() : shell.interpreter.runWords([...assigned, ...args.slice(start)], stdin, shell);
  };
}

/** `command -v name` succeeds if there is such a program. Any other form runs the command in the arguments. */
const command: Command = (call) => {
  const [option, name = ''] = call.args;
  if (option !== '-v') return wrapper(/^-\w+$/)(call);
  return hasProgram(call.shell.machine, name) ? success(`${name}\n`) : { code: 1, stdout: '' };
};

function set({ shell, args }: CommandCall): CommandResult {
  for (const arg of args) {
    const value = arg.startsWith('-');
    if (/^[-+]\w*e/.test(arg)) shell.options.errexit = value;
    if (/^[-+]\w*u/.test(arg)) shell.options.nounset = value;
    if (arg === 'pipefail') shell.options.pipefail = true;
  }
  return success();
}

function exportNames({ shell, args }: CommandCall): CommandResult {
  for (const arg of args.filter((word) => !word.startsWith('-'))) {
    const [name, value] = arg.includes('=') ? splitAssignment(arg) : [arg, undefined];
    if (value !== undefined) shell.variables.set(name, value);
    shell.exported.add(name);
  }
  return success();
}

async function source({ shell, args }: CommandCall): Promise<CommandResult> {
  const script = shell.machine.files.get(args[0] ?? '');
  return script === undefined ? failure(1, `${args[0]}: No such file`) : shell.interpreter.runScript(script, shell);
}

function echo({ args }: CommandCall): CommandResult {
  const bare = args[0] === '-n';
  return success(args.slice(bare ? 1 : 0).join(' ') + (bare ? '' : '\n'));
}

/** Supports `seq last` and `seq first last`. */
function seq({ args }: CommandCall): CommandResult {
  const [first, last] = args.length > 1 ? args.map(Number) : [1, Number(args[0])];
  const count = Math.max(0, Math.min((last ?? 0) - (first ?? 1) + 1, 10_000));
  return success(Array.from({ length: count }, (_, index) => `${(first ?? 1) + index}\n`).join(''));
}

/** Supports only `%s` and `\n`. The scripts that write files need nothing else. */
function printf({ args: [format = '', ...values] }: CommandCall): CommandResult {
  let next = 0;
  return success(format.replace(/%s/g, () => values[next++] ?? '').replaceAll('\\n', '\n'));
}

async function sleep({ shell }: CommandCall): Promise<CommandResult> {
  await pause(shell.machine, shell.machine.delays.retry);
  return success();
}

/** Sets a reason only if the machine has stored no error: an earlier error explains more than the exit code. */
const exit: Command = ({ shell, args }) => ({
  code: Number(args[0] ?? shell.lastCode),
  stdout: '',
  control: 'exit',
  ...(args[0] !== undefined &&
    args[0] !== '0' &&
    !shell.machine.hasNote() && { reason: `${shell.name} exited with ${args[0]}` }),
});

/** `trap 'commands' EXIT`. Other signals are ignored, because they never occur here. */
function trap({ shell, args: [commands = '', ...signals] }: CommandCall): CommandResult {
  if (signals.some((signal) => /^(EXIT|0)$/.test(signal))) shell.exitTrap = commands === '-' ? '' : commands;
  return success();
}

function reboot({ shell }: CommandCall): CommandResult {
  shell.machine.reboots = true;
  return success();
}

/** The commands that the interpreter knows. Every other command succeeds and copies its input to its output. */
export const commands: Record<string, Command> = {
  curl,
  jq,
  sed,
  vault,
  sh,
  bash: sh,
  dash: sh,
  sudo: wrapper(/^-\w+$/),
  env: wrapper(/^-\w+$/),
  exec: wrapper(/^-\w+$/),
  nohup: wrapper(/^-\w+$/),
  command,
  timeout: wrapper(/^(-.*|[\d.]+[smhd]?)$/),
  set,
  export: exportNames,
  '.': source,
  source,
  cat,
  tee,
  rm,
  sha256sum,
  seq,
  echo,
  printf,
  sleep,
  systemctl,
  haproxy,
  'apt-get': packageManager,
  apt: packageManager,
  'transactional-update': packageManager,
  zypper: packageManager,
  dnf: packageManager,
  test: ({ args, shell }) => testExpression(args, shell.machine),
  '[': ({ args, shell }) => testExpression(args.slice(0, -1), shell.machine),
  '[[': ({ args, shell }) => testExpression(args.slice(0, -1), shell.machine),
  hostname: ({ shell }) => success(`${shell.machine.hostname}\n`),
  true: () => success(),
  ':': () => success(),
  false: () => ({ code: 1, stdout: '' }),
  exit,
  trap,
  reboot,
  break: () => ({ code: 0, stdout: '', control: 'break' }),
  continue: () => ({ code: 0, stdout: '', control: 'continue' }),
};
