import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { OPERATIONS } from '#infra/openapi/operations';
import type { ApiOperation } from '#shared/contracts/rest/_core/operation';
import { ENDPOINTS } from './endpoints.ts';

export const RECORDED = new URL('recorded-routes.json', import.meta.url);
/**
 * The records of each route, e.g. `GET rancher-services /{uuid}/`: the test files that call the route successfully, the
 * route's requests to Rancher, and the state machines that the route starts.
 */
const recorded = z.record(
  z.string(),
  z.object({ files: z.array(z.string()), rancher: z.array(z.string()), starts: z.array(z.string()).default([]) }),
);
export type RecordedRoutes = z.infer<typeof recorded>;
export const recordedRoutes = (): RecordedRoutes => recorded.parse(JSON.parse(readFileSync(RECORDED, 'utf8')));

const operations: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>> = OPERATIONS;
export type CoveredRoute = { segment: string; method: string; below: string; name: string; summary: string };

export const routesOf = (segment: string): CoveredRoute[] =>
  Object.entries(operations[segment] ?? {}).map(([key, { summary }]) => {
    const [method = '', below = ''] = key.split(' ');
    return { segment, method, below, summary, name: `${method} ${segment} ${below}` };
  });
export const SEGMENTS: readonly string[] = Object.values(ENDPOINTS).flatMap((part) => Object.keys(part));
export const COVERED: readonly CoveredRoute[] = SEGMENTS.flatMap(routesOf);

const pattern = (below: string): RegExp => new RegExp(`^${below.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
const isFixed = ({ below }: CoveredRoute): number => below.split('{').length;

/** The route of a request. A route with a fixed word has priority over a route with a parameter in the same place. */
export function routeOf(method: string, path: string): CoveredRoute | undefined {
  const [, , segment = '', ...rest] = path.split('/');
  const below = `/${rest.join('/')}`;
  return routesOf(segment)
    .filter((route) => route.method === method && pattern(route.below).test(below))
    .sort((a, b) => isFixed(a) - isFixed(b))[0];
}
