import { type ApiFunction, SEGMENTS_OF } from './rest/_core/collections.ts';

/** Functions behind the gateway that a path leads to. */
export type RoutedFunction = ApiFunction | 'webhooks/nodes' | 'webhooks/rancher';
/** The function of the folder `entry` answers `path`. With `below`, it also answers every path below it. */
export type ApiRoute = { path: string; entry: RoutedFunction; below: boolean };

/** Single documents: nothing is below them. */
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

/** Every path that the gateway knows. */
export const API_ROUTES: readonly ApiRoute[] = [
  ...routesBelowApi,
  { path: '/webhooks/nodes', entry: 'webhooks/nodes', below: true },
  { path: '/webhooks/rancher', entry: 'webhooks/rancher', below: false },
];

/** Behind the gateway's `$default`: it knows every route, and invokes the function that a path leads to. */
export const DEFAULT_FUNCTION = 'api/default';

/**
 * The paths of the gateway's route keys. None ends in a slash, because HTTP APIs refuse such keys
 * (github.com/aws/serverless-application-model/issues/1949).
 * AWS does not say which key a request for `/api/users/` matches: `/api/users`, `/api/users/{proxy+}` or `$default`
 * ("Routing API requests" in docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html). All
 * three lead to the same function.
 */
export const gatewayPathsOf = ({ path, below }: ApiRoute): string[] => [path, ...(below ? [`${path}/{proxy+}`] : [])];

/** A path without empty segments: gateways treat slashes at its ends differently. */
const normalized = (path: string): string => `/${path.split('/').filter(Boolean).join('/')}`;

/** The function that answers a path, with or without a slash at its end. Undefined if there is none. */
export function functionOf(path: string): RoutedFunction | undefined {
  const asked = normalized(path);
  const fitting = API_ROUTES.filter((it) => asked === it.path || (it.below && asked.startsWith(`${it.path}/`)));
  return fitting[0]?.entry;
}
