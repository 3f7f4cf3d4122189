import { oneLine } from './printable.ts';

export type Tree = { label: string; children?: readonly Tree[] };

/** Draws a tree with lines, as `tree` and `kubectl tree` do. */
export const treeText = ({ label, children = [] }: Tree): string =>
  [oneLine(label), ...children.flatMap((child, index) => branch(child, index === children.length - 1))]
    .map((line) => `${line}\n`)
    .join('');

function branch({ label, children = [] }: Tree, isLast: boolean): string[] {
  const below = isLast ? '   ' : '│  ';
  const inner = children.flatMap((child, index) => branch(child, index === children.length - 1));
  return [`${isLast ? '└─' : '├─'} ${oneLine(label)}`, ...inner.map((line) => `${below}${line}`)];
}
