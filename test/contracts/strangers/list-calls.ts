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

function callsIn(path: string): ListCall[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: ListCall[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && LISTS.has(nameOf(node))) {
      const op = opOf(node);
      found.push({ file: path, ...(op && ts.isStringLiteral(op) && { op: op.text }) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Every list that the adapters of backends make. */
export const listCalls = (): ListCall[] =>
  globSync('shared/adapters/{rancher,openstack,keycloak,vault,argocd,registry}/**/*.ts')
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap(callsIn);
