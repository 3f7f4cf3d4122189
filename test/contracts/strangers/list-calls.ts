import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** A list that an adapter makes: `op` is its name in errors and logs, missing where a helper is handed it. */
export type ListCall = { op?: string; file: string };

/** Fields of an object, those of objects that are spread into it among them. */
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

/** Where a list's name stands: in the object that says what it is asked for, or before what it is asked for. */
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

/** Every list that the adapters of backends make. */
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
/** A list of Keycloak's own client that is asked for something else than the page that a list of ours is at. */
function isOwnSelection(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const [request] = node.arguments;
  if (!SELECTING.has(nameOf(node)) || !request || !ts.isObjectLiteralExpression(request)) return false;
  return !request.properties.some((it) => ts.isSpreadAssignment(it) && it.expression.getText() === 'page');
}

/** Files with a GET that has a query of its own. */
export const queryingFiles = (): string[] =>
  adapters().filter((file) => {
    const isOwn = (node: ts.Node) => isOwnQuery(node) || (file.includes('/keycloak/') && isOwnSelection(node));
    return inFile(file, (node) => isOwn(node) || undefined).length > 0;
  });
