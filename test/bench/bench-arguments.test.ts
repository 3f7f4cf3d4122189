import { expect, test } from 'vitest';
import { benchArguments, chosenParts } from './bench-arguments.ts';

const PARTS = [{ name: 'bundles' }, { name: 'lists' }, { name: 'orders' }];
const chosen = (...args: string[]) => chosenParts(PARTS, benchArguments(args)).map(({ name }) => name);

test('without words all parts are run, with words those that have one of them in their names', () => {
  expect(chosen()).toEqual(['bundles', 'lists', 'orders']);
  expect(chosen('--only', 'list')).toEqual(['lists']);
  expect(chosen('--only', 'list', 'orders')).toEqual(['lists', 'orders']);
  expect(chosen('--only', 'list bundles')).toEqual(['bundles', 'lists']);
});

test('words that no part has, and options that are none, are refused with how it is used', () => {
  expect(() => chosen('--only', 'nothing')).toThrow('No part is called nothing: bundles, lists, orders');
  expect(() => benchArguments(['--fast'])).toThrow('npm run bench --');
  expect(() => benchArguments(['--scale', '0'])).toThrow('not one of 0 to 1');
  expect(() => benchArguments(['lists'])).toThrow('What is "lists"?');
});
