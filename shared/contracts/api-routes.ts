import { type ApiFunction, SEGMENTS_OF } from './rest/_core/collections.ts';

/** Functions behind the gateway that a path leads to. */
export type RoutedFunction = ApiFunction | 'webhooks/nodes' | 'webhooks/rancher';
/** `path` and, where `below` says so, everything below it are answered by the function of the folder `entry`. */
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
 * The paths of the gateway's route keys. None ends in a slash: HTTP APIs refuse such keys, says
 * github.com/aws/serverless-application-model/issues/1949. Whether a request for `/api/users/` fully matches `/api/users`, is taken by
 * `/api/users/{proxy+}` or goes to `$default` is left open by AWS ("Routing API requests" in
 * docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html): all three end at the same function.
 */
export const gatewayPathsOf = ({ path, below }: ApiRoute): string[] => [path, ...(below ? [`${path}/{proxy+}`] : [])];

/** A path without empty segments: gateways differ in what they make of slashes at its ends. */
const normalized = (path: string): string => `/${path.split('/').filter(Boolean).join('/')}`;

/** The function that answers a path, whether or not it ends in a slash; undefined where there is nothing. */
export function functionOf(path: string): RoutedFunction | undefined {
  const asked = normalized(path);
  const fitting = API_ROUTES.filter((it) => asked === it.path || (it.below && asked.startsWith(`${it.path}/`)));
  return fitting[0]?.entry;
}
