import { type CommandCall, type CommandResult, failure, success } from './shell.ts';

interface Substitution {
  pattern: RegExp;
  replacement: string;
  prints: boolean;
}

/** `sed` with `s` commands. Scripts use them to read values out of answers. Any other sed command is ignored. */
export function sed({ shell, args, stdin }: CommandCall): CommandResult {
  const { scripts, paths, isExtended, isQuiet, isInPlace } = parsedArguments(args);
  const missing = paths.find((path) => !shell.machine.files.has(path));
  if (missing) return failure(2, `sed: can't read ${missing}: No such file or directory`);
  const edits = scripts.flatMap((script) => substitution(script, isExtended));
  const edited = (text: string) => editLines(text, edits, isQuiet);
  if (!isInPlace) {
    return success(edited(paths.length > 0 ? paths.map((path) => shell.machine.files.get(path)).join('') : stdin));
  }
  for (const path of paths) shell.machine.files.set(path, edited(shell.machine.files.get(path) ?? ''));
  return success();
}

function parsedArguments(args: string[]) {
  const flags = args.filter((arg) => /^-\w/.test(arg));
  const given = args.flatMap((arg, index) => (args[index - 1] === '-e' ? [arg] : []));
  const words = args.filter((arg, index) => !arg.startsWith('-') && args[index - 1] !== '-e');
  return {
    scripts: given.length > 0 ? given : words.slice(0, 1),
    paths: given.length > 0 ? words : words.slice(1),
    isExtended: flags.some((flag) => /^-\w*[Er]/.test(flag)),
    isQuiet: flags.some((flag) => /^-\w*n/.test(flag)),
    isInPlace: flags.some((flag) => /^-\w*i/.test(flag)),
  };
}

function editLines(text: string, edits: Substitution[], isQuiet: boolean): string {
  const lines = text.endsWith('\n') ? text.slice(0, -1).split('\n') : text.split('\n');
  const out = lines.flatMap((line) => {
    const printed: string[] = [];
    let now = line;
    for (const { pattern, replacement, prints } of edits) {
      const before = now;
      const matched = now.search(pattern) >= 0;
      now = before.replace(pattern, replacement);
      if (matched && prints) printed.push(now);
    }
    return isQuiet ? printed : [...printed, now];
  });
  return out.map((line) => `${line}\n`).join('');
}

/** `s/pattern/replacement/flags`, with any delimiter. */
function substitution(script: string, isExtended: boolean): Substitution[] {
  const [, delimiter = '/', rest = ''] = /^\s*s(.)(.*)$/s.exec(script) ?? [];
  const parts = rest.split(new RegExp(`(?<!\\\\)\\${delimiter}`));
  const [pattern, replacement, flags] = parts;
  if (pattern === undefined || replacement === undefined || flags === undefined) return [];
  const source = isExtended ? pattern : fromBasic(pattern);
  return [
    {
      pattern: new RegExp(source, (flags.includes('g') ? 'g' : '') + (/i/i.test(flags) ? 'i' : '')),
      replacement: replacement
        .replaceAll('$', '$$$$')
        .replace(/\\(\d)/g, '$$$1')
        .replace(/(?<!\\)&/g, '$$&'),
      prints: flags.includes('p'),
    },
  ];
}

/**
 * Converts a basic regular expression. There, parentheses, braces, `+`, `?` and `|` are literal, and special only after
 * a backslash.
 */
const fromBasic = (pattern: string): string =>
  pattern.replace(/\\?[(){}+?|]/g, (found) => (found.length > 1 ? found.slice(1) : `\\${found}`));
