import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** `at` is the position of the test's name: `file:line`. */
export type TestName = { name: string; at: string };

const isTestFunction = (callee: ts.Expression): boolean => {
  if (ts.isIdentifier(callee)) return callee.text === 'test' || callee.text === 'it';
  if (ts.isPropertyAccessExpression(callee)) return isTestFunction(callee.expression);
  if (ts.isCallExpression(callee)) return isTestFunction(callee.expression); // test.each(rows)('name', …)
  return ts.isTaggedTemplateExpression(callee) && isTestFunction(callee.tag);
};

const textOf = (node: ts.Expression | undefined): string | undefined => {
  if (!node) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node) ? node.getText() : undefined;
};

/** Names of all tests in a file, read from its syntax tree. No test has to run. */
function testNamesIn(path: string): TestName[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: TestName[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTestFunction(node.expression)) {
      const name = textOf(node.arguments[0]);
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      if (name !== undefined) found.push({ name, at: `${path}:${line}` });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

let known: TestName[] | undefined;

/**
 * Names of all tests of the repository, read once. They are in `*.test.ts`, and in other files under `test/`, e.g.
 * contract suites.
 */
export function testNames(): TestName[] {
  known ??= readTestNames();
  return known;
}

function readTestNames(): TestName[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts'], {
    encoding: 'utf8',
  });
  const isTest = (path: string) => /(\.test|^test\/.*)\.ts$/.test(path);
  return listed
    .split('\n')
    .filter((path) => isTest(path) && existsSync(path))
    .flatMap(testNamesIn);
}
