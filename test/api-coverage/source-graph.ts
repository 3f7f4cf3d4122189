import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

type Imported = { path: string; name: string };
/** The top-level declarations of a module, and its imports from our own files. */
type Module = { declared: Map<string, ts.Node>; imported: Map<string, Imported> };

function pathOf(specifier: string, from: string): string {
  if (specifier.startsWith('.')) return join(dirname(from), specifier);
  return specifier.startsWith('#') ? `${specifier.slice(1)}.ts` : '';
}

function noteImport({ importClause, moduleSpecifier }: ts.ImportDeclaration, from: string, into: Module): void {
  const bindings = importClause?.namedBindings;
  if (importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword || !bindings || !ts.isNamedImports(bindings)) return;
  const path = ts.isStringLiteral(moduleSpecifier) ? pathOf(moduleSpecifier.text, from) : '';
  for (const { isTypeOnly, name, propertyName } of bindings.elements) {
    if (!isTypeOnly) into.imported.set(name.text, { path, name: (propertyName ?? name).text });
  }
}

const namesOf = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesOf(element.name) : []));

function declaredIn(statements: readonly ts.Statement[]): Map<string, ts.Node> {
  const declared = new Map<string, ts.Node>();
  for (const statement of statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name) declared.set(statement.name.text, statement);
    if (!ts.isVariableStatement(statement)) continue;
    for (const one of statement.declarationList.declarations) {
      for (const name of namesOf(one.name)) declared.set(name, one);
    }
  }
  return declared;
}

const modules = new Map<string, Module>();
function moduleAt(path: string): Module {
  const known = modules.get(path);
  if (known) return known;
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const module: Module = { declared: declaredIn(file.statements), imported: new Map() };
  for (const statement of file.statements) if (ts.isImportDeclaration(statement)) noteImport(statement, path, module);
  modules.set(path, module);
  return module;
}

const declarationIn = (path: string, name: string): ts.Node | undefined =>
  existsSync(path) ? moduleAt(path).declared.get(name) : undefined;

/** Whether an identifier is used as a value. Names of fields do not count. */
function isUse(node: ts.Node): node is ts.Identifier {
  if (!ts.isIdentifier(node)) return false;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  return !(ts.isPropertyAssignment(parent) && parent.name === node);
}

const blocks = new Map<ts.Block, Map<string, ts.Node>>();
function declaredInBlock(block: ts.Block): Map<string, ts.Node> {
  const declared = blocks.get(block) ?? declaredIn(block.statements);
  blocks.set(block, declared);
  return declared;
}

/**
 * The declaration of a name: from the nearest enclosing block, from the top level of the file, or from the imported
 * file.
 */
function declarationOf(use: ts.Identifier): ts.Node | undefined {
  for (let around: ts.Node = use; around.parent; around = around.parent) {
    const found = ts.isBlock(around) ? declaredInBlock(around).get(use.text) : undefined;
    if (found) return found;
  }
  const { declared, imported } = moduleAt(use.getSourceFile().fileName);
  const from = imported.get(use.text);
  return declared.get(use.text) ?? (from && declarationIn(from.path, from.name));
}

/** All nodes of a piece of code without its type annotations. */
export function nodesOf(code: ts.Node): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node)) return;
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(code);
  return nodes;
}

const used = new Map<ts.Node, ts.Node[]>();
function usedBy(code: ts.Node): ts.Node[] {
  const known = used.get(code);
  if (known) return known;
  const found = nodesOf(code).flatMap((node) => (isUse(node) ? (declarationOf(node) ?? []) : []));
  used.set(code, found);
  return found;
}

/**
 * All code that can run from here: this code and, recursively, the declarations that it uses. Only files in these
 * folders count.
 */
export function reachedFrom(start: ts.Node, folders: readonly string[]): ts.Node[] {
  const reached = new Set([start]);
  for (const code of reached) {
    for (const next of usedBy(code)) {
      if (folders.some((folder) => next.getSourceFile().fileName.startsWith(folder))) reached.add(next);
    }
  }
  return [...reached];
}

export const declarationsIn = (path: string): ts.Node[] => [...moduleAt(path).declared.values()];
