import { type ParseEntry, parse } from 'shell-quote';
import { type CommandResult, type Shell, splitAssignment, success } from './shell.ts';

interface Stage {
  words: string[];
  /** The file to which the output is redirected. Null without a redirection to a file. */
  output: { path: string; append: boolean } | null;
  input: string | null;
  /** Whether the output goes to the machine's log, as for `>&2`. */
  toLog: boolean;
}

/** Runs commands joined by pipes, one after the other. Each command reads the output of the previous command. */
export async function runPipeline(text: string, stdin: string, shell: Shell): Promise<CommandResult> {
  let flowing = stdin;
  let worst: CommandResult = success();
  let last: CommandResult = success();
  for (const stage of stagesOf(parse(text))) {
    last = await runStage(stage, flowing, shell);
    flowing = last.stdout;
    if (last.code !== 0) worst = last;
    if (last.code !== 0 && last.reason) shell.machine.note(last.reason);
  }
  return shell.options.pipefail && last.code === 0 && worst.code !== 0 ? { ...worst, stdout: flowing } : last;
}

async function runStage({ words, output, input, toLog }: Stage, piped: string, shell: Shell): Promise<CommandResult> {
  const stdin = input === null ? piped : (shell.machine.files.get(input) ?? '');
  const result = await runWords(words, stdin, shell);
  if (toLog) {
    if (result.stdout.trim() !== '') shell.machine.note(result.stdout.trim());
    return { ...result, stdout: '' };
  }
  if (output === null) return result;
  const { files } = shell.machine;
  files.set(output.path, (output.append ? (files.get(output.path) ?? '') : '') + result.stdout);
  return { ...result, stdout: '' };
}

/**
 * Runs one command. `NAME=value` words before the command are its environment. Without a command, these words set the
 * shell's variables.
 */
export async function runWords(words: string[], stdin: string, shell: Shell): Promise<CommandResult> {
  const first = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  const assigned = words.slice(0, first < 0 ? words.length : first).map(splitAssignment);
  const [name, ...args] = first < 0 ? [] : words.slice(first);
  if (name === undefined) {
    for (const [variable, value] of assigned) shell.variables.set(variable, value);
    return { ...shell.substituted, stdout: '' };
  }
  const call = { shell, args, stdin, environment: new Map(assigned) };
  const script = shell.machine.files.get(name);
  const { commands } = shell.interpreter;
  if (script !== undefined) return (commands.sh ?? ignore)({ ...call, args: [name, ...args] });
  return (commands[name.split('/').at(-1) ?? ''] ?? ignore)(call);
}

const ignore = async ({ stdin }: { stdin: string }): Promise<CommandResult> => success(stdin);

const newStage = (): Stage => ({ words: [], output: null, input: null, toLog: false });

function stagesOf(entries: ParseEntry[]): Stage[] {
  const stages: Stage[] = [newStage()];
  for (let at = 0; at < entries.length; at += 1) {
    const entry = entries[at];
    const stage = stages.at(-1);
    if (entry === undefined || stage === undefined) break;
    if (typeof entry === 'string') stage.words.push(entry);
    else if ('pattern' in entry) stage.words.push(entry.pattern);
    else if ('op' in entry && entry.op.startsWith('|')) stages.push(newStage());
    else if ('op' in entry && /[<>]/.test(entry.op)) redirect(stage, entry.op, wordOf(entries[++at]));
  }
  return stages;
}

const wordOf = (entry: ParseEntry | undefined): string => (typeof entry === 'string' ? entry : '');

/**
 * `2>` and `2>&1` are ignored, because they redirect error output, which nobody reads here. `>&2` sends the output to
 * the machine's log.
 */
function redirect(stage: Stage, operator: string, path: string): void {
  if (operator === '<') {
    stage.input = path;
    return;
  }
  if (operator === '>&' && path === '2') stage.toLog = true;
  const descriptor = /^[12]$/.test(stage.words.at(-1) ?? '') ? stage.words.pop() : '1';
  if (descriptor === '1' && !operator.endsWith('&')) stage.output = { path, append: operator === '>>' };
}
