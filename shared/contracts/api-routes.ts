import { type ApiFunction, SEGMENTS_OF } from './rest/_core/collections.ts';

/** The functions that answer paths of the gateway. */
export type RoutedFunction = ApiFunction | 'webhooks/nodes' | 'webhooks/rancher';
/**
 * A path and the function that answers it, by the function's folder `entry`. With `below`, the function also answers
 * every path below this path.
 */
export type ApiRoute = { path: string; entry: RoutedFunction; below: boolean };

/** Segments of single documents, which have no paths below them. */
const DOCUMENTS = ['', 'openapi.json', 'docs'];
const isFunction = (entry: string): entry is ApiFunction => entry in SEGMENTS_OF;

const routesBelowApi: readonly ApiRoute[] = Object.keys(SEGMENTS_OF)
  .filter(isFunction)
  .flatMap((entry) =>
    SEGMENTS_OF[entry].map((segment) => ({
      path: segment === '' ? '/api' : `/api/${segment}`,
      entry,
      below: !DOCUMENTS.includes(segment),
    })),
  );

/** All paths that the gateway serves. */
export const API_ROUTES: readonly ApiRoute[] = [
  ...routesBelowApi,
  { path: '/webhooks/nodes', entry: 'webhooks/nodes', below: true },
  { path: '/webhooks/rancher', entry: 'webhooks/rancher', below: false },
];

/**
 * The function for every path that has no route key at the gateway (`$default`). It contains the table of all routes,
 * and invokes the function of the path.
 */
export const DEFAULT_FUNCTION = 'api/default';

/**
 * The paths of the gateway's route keys. No key ends in a slash, because HTTP APIs refuse such keys
 * (github.com/aws/serverless-application-model/issues/1949).
 * AWS does not say whether a request for `/api/users/` matches `/api/users`, `/api/users/{proxy+}` or `$default`
 * ("Routing API requests" in docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html). All
 * three lead to the same function.
 */
export const gatewayPathsOf = ({ path, below }: ApiRoute): string[] => [path, ...(below ? [`${path}/{proxy+}`] : [])];

/** The path without empty segments, because gateways treat slashes at the start and end of a path differently. */
const normalized = (path: string): string => `/${path.split('/').filter(Boolean).join('/')}`;

/** The function that answers a path, with or without a slash at the end. Undefined if no function answers this path. */
export function functionOf(path: string): RoutedFunction | undefined {
  const asked = normalized(path);
  const fitting = API_ROUTES.filter((it) => asked === it.path || (it.below && asked.startsWith(`${it.path}/`)));
  return fitting[0]?.entry;
}
