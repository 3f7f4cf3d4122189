import { CommandError, EXIT } from '../command-error.ts';
import type { Io } from '../io/io.ts';
import { oneLine } from '../output/printable.ts';

export type Named = { uuid: string; name: string };

const UUID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => UUID.test(text);

/** The form in which Paddock shows uuids. */
export const plainUuid = (text: string): string => text.replaceAll('-', '').toLowerCase();

/**
 * Describes the objects to choose from: their kind in words, the option that selects one, and a label for objects with
 * the same name.
 */
export type Choice<Row> = { kind: string; kinds: string; option: string; labelOf?: (row: Row) => string };

const MAX_LISTED = 10;

/** Finds the row that the user named, by its name or its uuid. */
export function pick<Row extends Named>(rows: readonly Row[], given: string, choice: Choice<Row>): Row {
  const found = rows.filter(({ uuid, name }) => name === given || (isUuid(given) && uuid === plainUuid(given)));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (found.length > 1)
    throw new CommandError(
      `Several ${choice.kinds} are called ${given}: ${found.map((row) => `${row.uuid} (${labelOf(row, choice)})`).join(', ')}.`,
      EXIT.usage,
      `Give the uuid of the ${choice.kind}.`,
    );
  const nextStep = rows.length === 0 ? undefined : `You can choose from: ${listed(rows, choice)}.`;
  throw new CommandError(`There is no ${choice.kind} called ${given}.`, EXIT.notFound, nextStep);
}

/**
 * Chooses a row: the row that the user named, or the only row. Otherwise asks the user at the terminal.
 * @throws CommandError if nothing fits, or if several rows fit and the user cannot be asked
 */
export async function choose<Row extends Named>(
  io: Io,
  rows: readonly Row[],
  given: string | undefined,
  choice: Choice<Row>,
): Promise<Row> {
  if (given !== undefined) return pick(rows, given, choice);
  const [only] = rows;
  if (only === undefined) throw new CommandError(`There is no ${choice.kind} that you can use.`, EXIT.notFound);
  if (rows.length === 1) return only;
  if (io.canAsk) return await ask(io, rows, choice);
  throw new CommandError(
    `Several ${choice.kinds} fit: ${listed(rows, choice)}.`,
    EXIT.usage,
    `Choose one with ${choice.option}.`,
  );
}

async function ask<Row extends Named>(io: Io, rows: readonly Row[], choice: Choice<Row>): Promise<Row> {
  io.err(`Which ${choice.kind}?\n`);
  for (const [index, row] of rows.entries()) io.err(`  ${index + 1}  ${oneLine(labelOf(row, choice))}\n`);
  for (;;) {
    const answer = (await io.ask(`Number or name [1-${rows.length}]: `)).trim();
    const row = rows[Number(answer) - 1] ?? rows.find(({ name }) => name === answer);
    if (row !== undefined) return row;
  }
}

function listed<Row extends Named>(rows: readonly Row[], choice: Choice<Row>): string {
  const labels = rows.slice(0, MAX_LISTED).map((row) => labelOf(row, choice));
  return [...labels, ...(rows.length > MAX_LISTED ? [`and ${rows.length - MAX_LISTED} more`] : [])].join(', ');
}

const labelOf = <Row extends Named>(row: Row, { labelOf: label }: Choice<Row>): string =>
  label?.(row) ?? quoted(row.name);

/** Quotes a name so that the user can type it into a shell. */
const quoted = (name: string): string => (/^[\w.:/-]+$/.test(name) ? name : `"${name}"`);
