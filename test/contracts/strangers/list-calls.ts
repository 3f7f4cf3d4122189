import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/**
 * A list request of an adapter. `op` is the name of the request in errors and logs. Helpers that receive the name from
 * their callers have no `op`.
 */
export type ListCall = { op?: string; file: string };

/** The fields of an object literal, including those of object literals that are spread into it. */
function fieldsOf(object: ts.ObjectLiteralExpression): Map<string, ts.Node> {
  const fields = new Map<string, ts.Node>();
  for (const property of object.properties) {
    if (ts.isPropertyAssignment(property) && ts.isIdentifier(property.name)) {
      fields.set(property.name.text, property.initializer);
    } else if (ts.isShorthandPropertyAssignment(property)) {
      fields.set(property.name.text, property);
    } else if (ts.isSpreadAssignment(property) && ts.isObjectLiteralExpression(property.expression)) {
      for (const [name, value] of fieldsOf(property.expression)) fields.set(name, value);
    }
  }
  return fields;
}

const LISTS = new Set(['list', 'listObjects', 'readObjects', 'listOwn', 'listOfProject']);
const nameOf = ({ expression }: ts.CallExpression): string =>
  ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();

/**
 * A list request's name, as a node of the syntax tree: the field `op` of options with `where` or `exclude`, else the
 * first argument.
 */
function opOf({ arguments: given }: ts.CallExpression): ts.Node | undefined {
  const listing = given.find(ts.isObjectLiteralExpression);
  const fields = listing && fieldsOf(listing);
  return fields?.has('where') || fields?.has('exclude') ? fields.get('op') : given[0];
}

function inFile<T>(path: string, observe: (node: ts.Node) => T | undefined): T[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: T[] = [];
  const visit = (node: ts.Node): void => {
    const seen = observe(node);
    if (seen !== undefined) found.push(seen);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const adapters = (): string[] =>
  globSync('shared/adapters/{rancher,openstack,keycloak,vault,argocd,cluster-api,registry}/**/*.ts').filter(
    (path) => !path.endsWith('.test.ts'),
  );

/** Every list request of the backend adapters. */
export const listCalls = (): ListCall[] =>
  adapters().flatMap((file) =>
    inFile(file, (node): ListCall | undefined => {
      if (!ts.isCallExpression(node) || !LISTS.has(nameOf(node))) return undefined;
      const op = opOf(node);
      return { file, ...(op && ts.isStringLiteral(op) && { op: op.text }) };
    }),
  );

function isOwnQuery(node: ts.Node): boolean {
  if (!ts.isObjectLiteralExpression(node)) return false;
  const fields = fieldsOf(node);
  return fields.get('method')?.getText() === "'GET'" && fields.has('query');
}

const SELECTING = new Set(['find', 'findEvents', 'findAdminEvents', 'listSubGroups', 'listMembers']);
/** True if a call to Keycloak's client library contains search parameters, but not the `page` of our list helper. */
function isOwnSelection(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const [request] = node.arguments;
  if (!SELECTING.has(nameOf(node)) || !request || !ts.isObjectLiteralExpression(request)) return false;
  return !request.properties.some((it) => ts.isSpreadAssignment(it) && it.expression.getText() === 'page');
}

export const queryingFiles = (): string[] =>
  adapters().filter((file) => {
    const isOwn = (node: ts.Node) => isOwnQuery(node) || (file.includes('/keycloak/') && isOwnSelection(node));
    return inFile(file, (node) => isOwn(node) || undefined).length > 0;
  });
