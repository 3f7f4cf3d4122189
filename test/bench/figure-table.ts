import { type Figure, type Result, resultOf } from './figure.ts';

const HEAD = ['figure', 'value', 'unit', 'target', 'met', 'Waldur', 'note'];
const RIGHT = new Set([1, 3]);

const metText = ({ met }: Pick<Result, 'met'>): string => (met === null ? '' : met ? 'yes' : 'MISSED');

function cells(figure: Figure): string[] {
  const { name, value, unit, target, met } = resultOf(figure, { command: '', commit: '' });
  const { waldur = '', note = '' } = figure;
  return [name, String(value), unit, target === null ? '' : `<= ${target}`, metText({ met }), waldur, note];
}

/** The figures as a text table, next to Waldur's figures. */
export function figureTable(figures: readonly Figure[]): string {
  const rows = [HEAD, ...figures.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        RIGHT.has(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return rows.map(line).join('\n');
}
