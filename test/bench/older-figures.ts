import { digestOf } from './measured-code.ts';
import type { Part } from './part.ts';
import { commandOf, PARTS } from './parts.ts';
import { readMachines, readResults } from './results-file.ts';

type Measured = { name: string; figures: number; commit: string; isOlder: boolean };

const NEVER = 'never measured';

/** How many figures are recorded for a part, at which commit, and whether the measured code has changed since then. */
export function measuredOn(
  part: Pick<Part, 'name'>,
  results: readonly { command: string; commit: string }[],
  code: { measured: string | undefined; current: string },
): Measured {
  const own = results.filter(({ command }) => command === commandOf(part));
  return {
    name: part.name,
    figures: own.length,
    commit: own[0]?.commit ?? NEVER,
    isOlder: code.measured !== code.current,
  };
}

export const lineOf = ({ name, figures, commit, isOlder }: Measured): string =>
  `bench: ${figures} figures of ${name} at ${commit}${isOlder ? ', OLDER than the code they measure' : ''}`;

export function olderFigures(): string[] {
  const [results, machines] = [readResults(), readMachines()];
  return PARTS.map((part) => {
    const code = { measured: machines[commandOf(part)]?.code, current: digestOf(part.measures) };
    return lineOf(measuredOn(part, results, code));
  });
}
