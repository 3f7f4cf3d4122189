import { type ApiFunction, SEGMENTS_OF } from './segments.ts';

/** The functions to which the gateway forwards requests. */
export type RoutedFunction = ApiFunction | 'api/magnum' | 'webhooks/nodes' | 'webhooks/rancher' | 'webhooks/relays';
/**
 * A path, and the folder `entry` of the function that answers it. With `below`, the function also answers all paths
 * below this path.
 */
export type ApiRoute = { path: string; entry: RoutedFunction; below: boolean };

/** Segments of single documents. There are no paths below them. */
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

export const API_ROUTES: readonly ApiRoute[] = [
  ...routesBelowApi,
  { path: '/magnum', entry: 'api/magnum', below: true },
  { path: '/webhooks/nodes', entry: 'webhooks/nodes', below: true },
  { path: '/webhooks/rancher', entry: 'webhooks/rancher', below: false },
  { path: '/webhooks/relays', entry: 'webhooks/relays', below: false },
];

/**
 * The function for every path that matches no other route at the gateway (`$default`). It looks the path up in
 * `API_ROUTES` and invokes the function that answers the path. The lookup ignores repeated slashes and slashes at the
 * end.
 */
export const DEFAULT_FUNCTION = 'api/default';

/**
 * The gateway's routes for one path. No route ends in a slash, because HTTP APIs refuse such routes
 * (github.com/aws/serverless-application-model/issues/1949). AWS does not say whether a request for `/api/users/`
 * matches `/api/users`, `/api/users/{proxy+}` or `$default` ("Routing API requests" in
 * docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html). So all three routes lead to the
 * same function.
 */
export const gatewayPathsOf = ({ path, below }: ApiRoute): string[] => [path, ...(below ? [`${path}/{proxy+}`] : [])];

/**
 * The path with single slashes and without a slash at its end. Gateways differ in how they treat repeated slashes and
 * slashes at the end.
 */
const normalized = (path: string): string => `/${path.split('/').filter(Boolean).join('/')}`;

export function functionOf(path: string): RoutedFunction | undefined {
  const asked = normalized(path);
  const fitting = API_ROUTES.filter((it) => asked === it.path || (it.below && asked.startsWith(`${it.path}/`)));
  return fitting[0]?.entry;
}
