import ts from 'typescript';
import * as errors from '#shared/errors';
import type { Text } from './text.ts';

/** Fields with error texts in Zod's checks, in failures, and in findings about a provider. */
const FIELDS = new Set(['error', 'message', 'problem', 'why', 'reason']);

const isText = (node: ts.Node): boolean => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

const isError = (node: ts.Node): boolean =>
  (ts.isNewExpression(node) && isErrorClass(node.expression.getText())) ||
  ts.isThrowStatement(node) ||
  (ts.isPropertyAssignment(node) && FIELDS.has(node.name.getText()));

const isErrorClass = (name: string): boolean => name in errors || name.endsWith('Error');

/** The texts of at least three words that a file gives to errors, as they are written in the code. */
export function errorSentencesIn(file: ts.SourceFile): Text[] {
  const found = new Map<number, Text>();
  const collect = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return;
    const text = node.getText(file).replaceAll(/\s+/g, ' ');
    if (!isText(node)) ts.forEachChild(node, collect);
    else if (/^.\w\S* \S+ \S+/.test(text)) {
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
      found.set(node.pos, { at: `${file.fileName}:${line}`, text });
    }
  };
  const visit = (node: ts.Node): void => {
    if (isError(node)) ts.forEachChild(node, collect);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...found.values()];
}
