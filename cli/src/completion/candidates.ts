import type { Command, Option } from 'commander';

/** The possible completions of a line: fixed words, or names from the API or the configuration file. */
export type Candidates = { words: readonly string[] } | { names: NameKind };
export type NameKind = 'cluster' | 'project' | 'offering' | 'order' | 'context';

const KINDS: readonly NameKind[] = ['cluster', 'project', 'offering', 'order', 'context'];
const kindOf = (name: string): NameKind | undefined => KINDS.find((kind) => kind === name);
const OF_ARGUMENTS: Readonly<Record<string, NameKind>> = { 'context use': 'context' };

/** Finds the completions of the last word. `words` are the words after `paddock`, and the last word may be empty. */
export function candidatesFor(program: Command, words: readonly string[]): Candidates {
  const before = words.slice(0, -1);
  const { command, rest } = innermost(program, before);
  const asked = optionBefore(command, before);
  if (asked !== undefined) return valuesOf(asked);
  if ((words.at(-1) ?? '').startsWith('-')) return { words: optionsOf(command) };
  if (command.commands.length > 0) return { words: visibleBelow(command) };
  return argumentOf(command, rest);
}

/** Finds the innermost command in the words, and the remaining words. */
function innermost(command: Command, words: readonly string[]): { command: Command; rest: readonly string[] } {
  const [word, ...rest] = words;
  const below = command.commands.find(
    (known) => word !== undefined && [known.name(), ...known.aliases()].includes(word),
  );
  return below === undefined ? { command, rest: words } : innermost(below, rest);
}

/** Commands that begin with an underscore are for programs. The completion does not offer them. */
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
  // A word is the argument if it is neither an option nor the value of an option.
  const isGiven = rest.some(
    (word, index) => !word.startsWith('-') && optionBefore(command, rest.slice(0, index)) === undefined,
  );
  if (argument === undefined || isGiven) return { words: [] };
  if (argument.argChoices !== undefined) return { words: argument.argChoices };
  const path = `${command.parent?.name()} ${command.name()}`;
  const names = OF_ARGUMENTS[path] ?? kindOf(argument.name());
  return names === undefined ? { words: [] } : { names };
}
