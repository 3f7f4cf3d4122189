import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { SEGMENTS_OF } from '#functions/api/segments';
import { OPERATIONS } from '#infra/openapi/operations';
import type { ApiOperation } from '#shared/contracts/rest/_core/operation';

/** What can be asked below `/api/`, as the paths have it. */
export const SEGMENTS: readonly string[] = Object.values(SEGMENTS_OF)
  .flat()
  .filter((segment) => segment !== '');
export const CLIENT_FUNCTIONS = new URL('client-functions.json', import.meta.url);

const known = z.object({
  version: z.string(),
  /** Those that were looked for. */
  segments: z.array(z.string()),
  /** By module and name, `rancher_nodes.rancher_nodes_pull`, method and path. */
  functions: z.record(z.string(), z.templateLiteral([z.string(), ' ', z.string()])),
});
export const clientFunctions = () => known.parse(JSON.parse(readFileSync(CLIENT_FUNCTIONS, 'utf8')));

export type ClientFunction = {
  /** `rancher_nodes.rancher_nodes_pull`. */
  name: string;
  method: string;
  path: string;
  segment: string;
  /** The key of our operation, `POST /{uuid}/pull/`; absent where Paddock has no such route. */
  key?: string;
};

/** Names of parameters in paths are the client's own. */
const withoutNames = (key: string): string => key.replace(/\{\w+\}/g, '{}');
const operations: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>> = OPERATIONS;

function readFunction(name: string, called: string): ClientFunction {
  const [method = '', path = ''] = called.split(' ');
  const [, , segment = '', ...below] = path.split('/');
  // HEAD answers as GET does, without the body.
  const asked = withoutNames(`${method === 'HEAD' ? 'GET' : method} /${below.join('/')}`);
  const key = Object.keys(operations[segment] ?? {}).find((it) => withoutNames(it) === asked);
  return { name, method, path, segment, ...(key !== undefined && { key }) };
}

/** Everything that the client calls in collections that Paddock has, in the order of those. */
export function comparedFunctions(): ClientFunction[] {
  const all = Object.entries(clientFunctions().functions).map(([name, called]) => readFunction(name, called));
  return SEGMENTS.flatMap((segment) => all.filter((it) => it.segment === segment));
}
