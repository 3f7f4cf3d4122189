import ts from 'typescript';

export type FunctionLength = { name: string; line: number; lines: number };

type Callable = ts.FunctionDeclaration | ts.MethodDeclaration | ts.ConstructorDeclaration | ts.VariableDeclaration;

function isCallable(node: ts.Node): node is Callable {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isConstructorDeclaration(node)) return true;
  const value = ts.isVariableDeclaration(node) ? node.initializer : undefined;
  return value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value));
}

export function functionLengths(path: string, text: string): FunctionLength[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineOf = (position: number) => file.getLineAndCharacterOfPosition(position).line + 1;
  const found: FunctionLength[] = [];
  const visit = (node: ts.Node): void => {
    if (isCallable(node)) {
      const line = lineOf(node.getStart(file));
      found.push({ name: node.name?.getText(file) ?? 'constructor', line, lines: lineOf(node.getEnd()) - line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
