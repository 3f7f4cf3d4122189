import { globSync } from 'node:fs';
import ts from 'typescript';
import { DRIVER_MACHINES } from '#shared/domain/_core/cluster-driver';
import { OPERATION_MACHINES } from '#shared/domain/_core/operation';
import { declarationsIn, nodesOf, reachedFrom } from './source-graph.ts';

/** Whether code can commit an operation, and the state machines that occur as string literals in the code. */
export type Scheduled = { commits: boolean; machines: string[] };

/** Whether a node is a call of `outbox.insert`, which is the only way to schedule a state machine. */
function isInsertion(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const { name, expression } = node.expression;
  return name.text === 'insert' && ts.isPropertyAccessExpression(expression) && expression.name.text === 'outbox';
}

/** Whether a literal is used as a value. Defaults of parameters and operands of comparisons do not count. */
const isGiven = ({ parent }: ts.Node): boolean =>
  !ts.isBinaryExpression(parent) && ts.findAncestor(parent, ts.isParameter) === undefined;

const machinesOfWork = (work: string): string[] =>
  Object.values(DRIVER_MACHINES).flatMap((machines) =>
    Object.entries(machines).flatMap(([name, machine]) => (name === work ? [machine] : [])),
  );

function machinesIn(node: ts.Node): string[] {
  if (!ts.isStringLiteral(node) || !isGiven(node)) return [];
  const isWork = ts.isCallExpression(node.parent) && node.parent.expression.getText() === 'machineFor';
  if (isWork) return machinesOfWork(node.text);
  return OPERATION_MACHINES.filter((name) => name === node.text);
}

const facts = new Map<ts.Node, Scheduled>();
function factsOf(code: ts.Node): Scheduled {
  const known = facts.get(code);
  if (known) return known;
  const nodes = nodesOf(code);
  const found = { commits: nodes.some(isInsertion), machines: nodes.flatMap(machinesIn) };
  facts.set(code, found);
  return found;
}

function scheduledFrom(...starts: readonly ts.Node[]): Scheduled {
  const found = starts.flatMap((start) => reachedFrom(start, ['functions/api/', 'shared/app/'])).map(factsOf);
  const commits = found.some((it) => it.commits);
  return { commits, machines: commits ? [...new Set(found.flatMap(({ machines }) => machines))].sort() : [] };
}

const isRoute = (text: string): boolean => /^(GET|POST|PUT|PATCH|DELETE) \//.test(text);
type Keyed = [key: string, value: ts.Node];
const keyedIn = (code: ts.Node): Keyed[] =>
  nodesOf(code).flatMap((node): Keyed[] =>
    ts.isPropertyAssignment(node) && ts.isStringLiteral(node.name) ? [[node.name.text, node.initializer]] : [],
  );

/**
 * Pairs of a name and its code, for a collection and each of its routes. The names are the collection's name and names
 * such as `POST rancher-clusters /`.
 */
function codeOf([segment, table]: Keyed): Keyed[] {
  const routes = reachedFrom(table, ['functions/api/'])
    .flatMap(keyedIn)
    .filter(([key]) => isRoute(key));
  return [[segment, table], ...routes.map(([key, handler]): Keyed => [key.replace(' ', ` ${segment} `), handler])];
}

const scheduledBy = (code: readonly Keyed[]): Map<string, Scheduled> =>
  new Map(
    [...Map.groupBy(code, ([name]) => name)].map(([name, its]) => [
      name,
      scheduledFrom(...its.map(([, node]) => node)),
    ]),
  );

/** The state machines that each collection and each route schedules, from a static analysis of the code. */
export function scheduledByRoutes(segments: readonly string[]): Map<string, Scheduled> {
  const all = globSync('functions/api/*/tables.ts').flatMap(declarationsIn).flatMap(keyedIn);
  const tables = all.filter(([segment]) => segments.includes(segment));
  return scheduledBy(tables.flatMap(codeOf));
}

/** Matches `steps.rancher.ensureCluster` and `steps['cluster-api'].applyCluster`. */
const STEP = /^steps(?:\.|\[')(?<backend>[\w-]+)(?:'\])?\.(?<verb>\w+)$/;

/**
 * The state machines that each step schedules. The keys are names of steps, such as `rancher.ensureCluster`. A step is
 * a call with `steps.rancher.ensureCluster` as its first argument.
 */
export function scheduledBySteps(): Map<string, Scheduled> {
  const declared = globSync('shared/app/*/steps/*.ts').flatMap(declarationsIn);
  const named = declared.flatMap((code): Keyed[] => {
    const value = ts.isVariableDeclaration(code) ? code.initializer : undefined;
    const contract = value && ts.isCallExpression(value) ? (value.arguments[0]?.getText() ?? '') : '';
    const { backend, verb } = STEP.exec(contract)?.groups ?? {};
    return backend && verb ? [[`${backend}.${verb}`, code]] : [];
  });
  return scheduledBy(named);
}
