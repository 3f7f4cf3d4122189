import { createHash } from 'node:crypto';
import { type CommandCall, type CommandResult, failure, success } from './shell.ts';

export function cat({ shell, args, stdin }: CommandCall): CommandResult {
  const paths = args.filter((arg) => !arg.startsWith('-'));
  const missing = paths.find((path) => !shell.machine.files.has(path));
  if (missing) return failure(1, `cat: ${missing}: No such file or directory`);
  return success(paths.length > 0 ? paths.map((path) => shell.machine.files.get(path)).join('') : stdin);
}

export function tee({ shell, args, stdin }: CommandCall): CommandResult {
  for (const path of args.filter((arg) => !arg.startsWith('-'))) shell.machine.files.set(path, stdin);
  return success(stdin);
}

export function rm({ shell, args }: CommandCall): CommandResult {
  for (const path of args) shell.machine.files.delete(path);
  return success();
}

/**
 * Prints the SHA-256 sums of standard input or of files. With `--check`, reads a list of sums and compares the files
 * with it.
 */
export function sha256sum({ shell, args, stdin }: CommandCall): CommandResult {
  const sum = (text: string) => createHash('sha256').update(text).digest('hex');
  const content = (path: string) => (path === '-' ? stdin : (shell.machine.files.get(path) ?? ''));
  const paths = args.filter((arg) => !arg.startsWith('-') || arg === '-');
  if (!args.includes('--check') && !args.includes('-c')) {
    return success((paths.length > 0 ? paths : ['-']).map((path) => `${sum(content(path))}  ${path}\n`).join(''));
  }
  const list = (paths[0] === undefined ? stdin : content(paths[0])).split('\n').filter(Boolean);
  const wrong = list
    .map((line) => line.split(/ [ *]/))
    .find(([expected, path = '']) => sum(content(path)) !== expected);
  return wrong ? failure(1, `sha256sum: ${wrong[1]} did NOT match`) : success();
}
