import { parseArgs } from 'node:util';
import { OperatorError } from '#infra/local/operator-error';
import { numberOption } from '#test/number-option';

export type LoadArguments = { orders: number; providers: number };

const USAGE = 'npm run test:load -- [--orders N] [--providers N]';

/** @throws OperatorError for an unknown option or a value that is not allowed */
export function loadArguments(args: string[]): LoadArguments {
  const { orders, providers } = parsed(args);
  return { orders: numberOf('orders', orders), providers: numberOf('providers', providers) };
}

function parsed(args: string[]) {
  try {
    const options = { orders: { type: 'string', default: '20' }, providers: { type: 'string', default: '2' } } as const;
    return parseArgs({ args, options }).values;
  } catch (cause) {
    throw new OperatorError(`${cause instanceof Error ? cause.message : cause}\n${USAGE}`);
  }
}

const numberOf = (name: string, text: string): number => numberOption(name, text, { digits: 3, usage: USAGE });
