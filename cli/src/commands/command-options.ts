import { InvalidArgumentError, Option } from 'commander';
import { readDuration } from '../output/times.ts';

/** Reads the value of an option that is a count. */
export function count(text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isInteger(number) && number >= 0 && number <= 1_000_000) return number;
  throw new InvalidArgumentError('Enter a whole number that is not negative.');
}

/** Reads the value of an option that is a duration. Returns milliseconds. */
export function time(text: string): number {
  const ms = readDuration(text);
  if (ms !== undefined) return ms;
  throw new InvalidArgumentError('Write a duration as 90s, 30m or 2h.');
}

/** Reads an option that may be given several times. */
export const several = (text: string, before: string[] = []): string[] => [...before, text];

const WAITING_MS = 60 * 60_000;

/** The option `--timeout` of commands that wait. */
export const timeoutOption = (): Option =>
  new Option('--timeout <time>', 'the longest time to wait').argParser(time).default(WAITING_MS, '1h');
