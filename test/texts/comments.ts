import ts from 'typescript';
import type { Text } from './text.ts';

/** Directives of tools are not sentences for a reader. */
const DIRECTIVE = /^(?:biome-ignore|@ts-|v8 ignore)/;

/** The comment as one line, without its marks and without the stars at the beginning of lines. */
const plain = (comment: string): string =>
  comment
    .replace(/^\/\*\*?|\*\/$/g, '')
    .replaceAll(/^\s*(?:\/\/|\*) ?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** All comments of a file that have at least two words. Line comments on consecutive lines are one comment. */
export function commentsIn(file: ts.SourceFile): Text[] {
  const ranges = new Map<number, ts.CommentRange>();
  const keep = (found: readonly ts.CommentRange[] | undefined) => {
    for (const range of found ?? []) ranges.set(range.pos, range);
  };
  const visit = (node: ts.Node): void => {
    keep(ts.getLeadingCommentRanges(file.text, node.getFullStart()));
    keep(ts.getTrailingCommentRanges(file.text, node.getEnd()));
    for (const child of node.getChildren(file)) visit(child);
  };
  visit(file);
  return joinedLines(
    file,
    [...ranges.values()].sort((a, b) => a.pos - b.pos),
  ).filter(({ text }) => text.includes(' ') && !DIRECTIVE.test(text));
}

/** True if only blanks precede the position on its line. */
const beginsLine = (text: string, position: number): boolean => /(?:^|\n)[ \t]*$/.test(text.slice(0, position));

function joinedLines(file: ts.SourceFile, ranges: readonly ts.CommentRange[]): Text[] {
  const joined: { pos: number; end: number; isLine: boolean }[] = [];
  for (const { pos, end, kind } of ranges) {
    const isLine = kind === ts.SyntaxKind.SingleLineCommentTrivia && beginsLine(file.text, pos);
    const last = joined.at(-1);
    const isNextLine = isLine && last?.isLine && /^\n[ \t]*$/.test(file.text.slice(last.end, pos));
    if (isNextLine) last.end = end;
    else joined.push({ pos, end, isLine });
  }
  return joined.map(({ pos, end }) => ({
    at: `${file.fileName}:${file.getLineAndCharacterOfPosition(pos).line + 1}`,
    text: plain(file.text.slice(pos, end)),
    code: describedCode(file.text, pos, end),
  }));
}

/** The line of code that a comment describes: the code before it on its line, or else the next line. */
function describedCode(text: string, pos: number, end: number): string {
  const before = text.slice(text.lastIndexOf('\n', pos - 1) + 1, pos).trim();
  return before || (/^\s*(.*)/.exec(text.slice(end))?.[1] ?? '');
}
