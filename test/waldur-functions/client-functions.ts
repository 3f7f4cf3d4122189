import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { SEGMENTS_OF } from '#functions/api/segments';
import { OPERATIONS } from '#infra/openapi/operations';
import type { ApiOperation } from '#shared/contracts/rest/_core/operation';

/** The first segments of paths below `/api/`. */
export const SEGMENTS: readonly string[] = Object.values(SEGMENTS_OF)
  .flat()
  .filter((segment) => segment !== '');
export const CLIENT_FUNCTIONS = new URL('client-functions.json', import.meta.url);

const known = z.object({
  version: z.string(),
  /** The segments whose functions were collected. */
  segments: z.array(z.string()),
  /** Method and path of each function. The keys are module and name, for example `rancher_nodes.rancher_nodes_pull`. */
  functions: z.record(z.string(), z.templateLiteral([z.string(), ' ', z.string()])),
});
export const clientFunctions = () => known.parse(JSON.parse(readFileSync(CLIENT_FUNCTIONS, 'utf8')));

export type ClientFunction = {
  /** `rancher_nodes.rancher_nodes_pull`. */
  name: string;
  method: string;
  path: string;
  segment: string;
  /** The key of Paddock's operation, for example `POST /{uuid}/pull/`. Absent if Paddock has no such route. */
  key?: string;
};

/** Removes the names of path parameters, because the client has its own names for them. */
const withoutNames = (key: string): string => key.replace(/\{\w+\}/g, '{}');
const operations: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>> = OPERATIONS;

function readFunction(name: string, called: string): ClientFunction {
  const [method = '', path = ''] = called.split(' ');
  const [, , segment = '', ...below] = path.split('/');
  // HEAD counts as GET, because both have the same route.
  const asked = withoutNames(`${method === 'HEAD' ? 'GET' : method} /${below.join('/')}`);
  const key = Object.keys(operations[segment] ?? {}).find((it) => withoutNames(it) === asked);
  return { name, method, path, segment, ...(key !== undefined && { key }) };
}

/** All functions of the client that call a collection of Paddock, in the order of `SEGMENTS`. */
export function comparedFunctions(): ClientFunction[] {
  const all = Object.entries(clientFunctions().functions).map(([name, called]) => readFunction(name, called));
  return SEGMENTS.flatMap((segment) => all.filter((it) => it.segment === segment));
}
