import type { Command, Option } from 'commander';

/** What can stand at the end of a line: fixed words, or names that the API knows. */
export type Candidates = { words: readonly string[] } | { names: NameKind };
export type NameKind = 'cluster' | 'project' | 'offering' | 'order' | 'context';

const KINDS: readonly NameKind[] = ['cluster', 'project', 'offering', 'order', 'context'];
const kindOf = (name: string): NameKind | undefined => KINDS.find((kind) => kind === name);
const OF_ARGUMENTS: Readonly<Record<string, NameKind>> = { 'context use': 'context' };

/** Decides what completes the last of these words, which follow `paddock`. It may be empty. */
export function candidatesFor(program: Command, words: readonly string[]): Candidates {
  const before = words.slice(0, -1);
  const { command, rest } = innermost(program, before);
  const asked = optionBefore(command, before);
  if (asked !== undefined) return valuesOf(asked);
  if ((words.at(-1) ?? '').startsWith('-')) return { words: optionsOf(command) };
  if (command.commands.length > 0) return { words: visibleBelow(command) };
  return argumentOf(command, rest);
}

/** The command that the words lead to, and the words behind it. */
function innermost(command: Command, words: readonly string[]): { command: Command; rest: readonly string[] } {
  const [word, ...rest] = words;
  const below = command.commands.find(
    (known) => word !== undefined && [known.name(), ...known.aliases()].includes(word),
  );
  return below === undefined ? { command, rest: words } : innermost(below, rest);
}

/** Commands of programs begin with an underscore. */
const visibleBelow = ({ commands }: Command): string[] =>
  commands.map((command) => command.name()).filter((name) => !name.startsWith('_'));

const optionBefore = (command: Command, before: readonly string[]): Option | undefined =>
  command.options.find((option) => {
    const word = before.at(-1);
    return option.required && word !== undefined && (word === option.long || word === option.short);
  });

function valuesOf(option: Option): Candidates {
  const names = kindOf(option.name());
  return names === undefined ? { words: option.argChoices ?? [] } : { names };
}

const optionsOf = (command: Command): string[] =>
  command.options.flatMap(({ long }) => (long === undefined || long === null ? [] : [long]));

function argumentOf(command: Command, rest: readonly string[]): Candidates {
  const [argument] = command.registeredArguments;
  // A word that is no option, and no value of one, is the argument already.
  const isGiven = rest.some(
    (word, index) => !word.startsWith('-') && optionBefore(command, rest.slice(0, index)) === undefined,
  );
  if (argument === undefined || isGiven) return { words: [] };
  if (argument.argChoices !== undefined) return { words: argument.argChoices };
  const path = `${command.parent?.name()} ${command.name()}`;
  const names = OF_ARGUMENTS[path] ?? kindOf(argument.name());
  return names === undefined ? { words: [] } : { names };
}
