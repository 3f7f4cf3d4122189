import { parseArgs } from 'node:util';
import { OperatorError } from '#infra/local/operator-error';

export type BenchArguments = {
  /** Runs only parts whose name contains one of these words. An empty list selects all parts. */
  only: string[];
  /** Lists the parts and runs none. */
  list: boolean;
  /** Lists the recorded figures that are older than the measured code, and runs nothing. */
  older: boolean;
  /** A factor above 0 for waits and delays. Only results with the factor 1 are meaningful. */
  scale: number;
  /** Runs each part with minimal work and records no figures. */
  small: boolean;
};

const USAGE = 'npm run bench -- [--only <words of part names>] [--list] [--older] [--scale 0.1] [--small]';

/** @throws OperatorError for unknown arguments */
export function benchArguments(args: string[]): BenchArguments {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        only: { type: 'string', multiple: true, default: [] },
        list: { type: 'boolean', default: false },
        older: { type: 'boolean', default: false },
        scale: { type: 'string', default: '1' },
        small: { type: 'boolean', default: false },
      },
    });
    const { only, list, older, small } = values;
    const scale = Number(values.scale);
    if (!(scale > 0 && scale <= 1)) throw new Error(`A scale of "${values.scale}" is not one of 0 to 1.`);
    if (only.length === 0 && positionals.length > 0) throw new Error(`What is "${positionals.join(' ')}"?`);
    return {
      only: [...only, ...positionals].flatMap((words) => words.split(/\s+/)).filter(Boolean),
      list,
      older,
      scale,
      small,
    };
  } catch (cause) {
    throw new OperatorError(`${cause instanceof Error ? cause.message : cause}\n${USAGE}`);
  }
}

/** @throws OperatorError if no part matches */
export function chosenParts<P extends { name: string }>(parts: readonly P[], { only }: BenchArguments): P[] {
  const chosen = parts.filter(({ name }) => only.length === 0 || only.some((word) => name.includes(word)));
  if (chosen.length > 0) return chosen;
  throw new OperatorError(`No part is called ${only.join(' or ')}: ${parts.map(({ name }) => name).join(', ')}`);
}
