import { OperatorError } from '#infra/local/operator-error';

/**
 * Reads an option whose value is a whole number above 0.
 * @param digits the maximum number of digits
 * @throws OperatorError with the usage for every other text
 */
export function numberOption(name: string, text: string, { digits, usage }: { digits: number; usage: string }): number {
  if (/^[1-9]\d*$/.test(text) && text.length <= digits) return Number(text);
  throw new OperatorError(`--${name} wants a number, not "${text}".\n${usage}`);
}
