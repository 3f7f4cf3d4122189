import { stringify } from 'yaml';
import type { Io } from '../io/io.ts';
import { isPrintable, oneLine } from './printable.ts';
import { type Column, tableOf } from './table.ts';

export const FORMATS = ['table', 'wide', 'json', 'yaml', 'name'] as const;
export type Format = (typeof FORMATS)[number];

type Named = { name: string };

/**
 * Prints a list. The formats for programs print the API's rows. The formats for people print a table with some of their
 * fields.
 */
export function printRows<Row extends object>(
  io: Io,
  format: Format,
  rows: readonly Row[],
  { columns, nameOf, none }: { columns: readonly Column<Row>[]; nameOf: (row: Row) => string; none: string },
): void {
  if (printData(io, format, rows)) return;
  if (format === 'name') io.out(rows.map((row) => `${oneLine(nameOf(row))}\n`).join(''));
  else if (rows.length === 0) io.err(`${none}\n`);
  else people(io, tableOf(rows, format === 'wide' ? columns : columns.filter(({ wide }) => wide === undefined)));
}

/**
 * Prints one object. The formats for programs print the API's object. The format for people prints the result of
 * `text`.
 */
export function printObject<T extends object>(io: Io, format: Format, object: T & Named, text: () => string): void {
  if (printData(io, format, object)) return;
  if (format === 'name') io.out(`${oneLine(object.name)}\n`);
  else people(io, text());
}

/**
 * Prints the answer to a command that only starts an operation. The format for people prints nothing here, because the
 * message on stderr already names the operation.
 */
export function printAnswer(io: Io, format: Format, name: string, answer: object): void {
  if (!printData(io, format, answer) && format === 'name') io.out(`${name}\n`);
}

const people = (io: Io, text: string): void => io.out(text, 'states');

/** YAML keeps some characters that terminals obey. JSON, which is YAML too, escapes them. */
function yamlOf(data: object): string {
  const text = stringify(data, { lineWidth: 0 });
  return isPrintable(text) ? text : `${JSON.stringify(data, undefined, 2)}\n`;
}

/** Prints one object of a stream for programs: a line of JSON, or a document of YAML. */
export function printDocument(io: Io, format: Format, data: object): boolean {
  if (format === 'json') io.out(`${JSON.stringify(data)}\n`);
  if (format === 'yaml') io.out(`---\n${yamlOf(data)}`);
  return isForPrograms(format);
}

const isForPrograms = (format: Format): boolean => format === 'json' || format === 'yaml';

/** Prints JSON or YAML, the formats for programs. Returns false for any other format. */
export function printData(io: Io, format: Format, data: object): boolean {
  if (format === 'json') io.out(`${JSON.stringify(data, undefined, 2)}\n`);
  if (format === 'yaml') io.out(yamlOf(data));
  return isForPrograms(format);
}
