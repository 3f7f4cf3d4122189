import { appRoleRoutes } from './approle/approle-routes.ts';
import { kvOneRoutes } from './kv/kv-one-routes.ts';
import { kvRoutes } from './kv/kv-routes.ts';
import { accessOf } from './policy/access-of.ts';
import { systemRoutes } from './sys/system-routes.ts';
import { tokenRoutes } from './token/token-routes.ts';
import { useToken } from './token/use-token.ts';
import { isReal } from './unplayed-paths.ts';
import { mountOf, type VaultContext } from './vault-context.ts';
import { asList, notSimulated, permissionDenied, VaultError } from './vault-error.ts';
import type { Mount, VaultToken } from './vault-objects.ts';
import type { Answer, Operation, VaultRoute } from './vault-route.ts';
import { lookUpWrapped, unwrap } from './wrapping.ts';

export interface IncomingCall {
  operation: Operation;
  path: string;
  body: unknown;
  query: Record<string, unknown>;
  tokenId: string | undefined;
}

/**
 * Answers one request with Vault's order of checks: first the token, then the policies, then whether the path exists.
 * @throws VaultError
 */
export function answerCall(context: VaultContext, call: IncomingCall): Answer | null {
  if (call.path === 'sys/wrapping/unwrap') return unwrap(context, call);
  if (call.path === 'sys/wrapping/lookup') return lookUpWrapped(context, call);
  const mount = mountOf(context, call.path);
  const found = mount && findRoute(mount, call.path.slice(mount.path.length));
  if (mount && found?.route.isPublic) return run(context, { ...call, token: undefined }, mount, found);

  const token = useToken(context, call.tokenId);
  const operation = found ? operationAt(found, call.operation) : call.operation;
  if (!found?.route.needsNoPolicy) authorize(context, token, { ...call, operation, needsSudo: found?.route.needsSudo });
  if (!mount) throw new VaultError(404, `no handler for route "${call.path}". route entry not found.`);
  if (!found && isReal(mount, call.path)) throw notSimulated(`${call.operation} ${call.path}`);
  if (!found) throw new VaultError(404, asList('unsupported path'));
  return run(context, { ...call, operation, token }, mount, found);
}

interface FoundRoute {
  route: VaultRoute;
  params: Record<string, string>;
}

function findRoute(mount: Mount, rest: string): FoundRoute | undefined {
  for (const route of routesOf(mount)) {
    const match = route.pattern.exec(rest);
    if (match) return { route, params: { ...match.groups } };
  }
  return undefined;
}

function routesOf(mount: Mount): VaultRoute[] {
  if (mount.type === 'kv') return mount.version === 2 ? kvRoutes(mount) : kvOneRoutes(mount);
  if (mount.type === 'approle') return appRoleRoutes(mount);
  return mount.type === 'token' ? tokenRoutes : systemRoutes;
}

function operationAt({ route, params }: FoundRoute, asked: Operation): Operation {
  const creates = asked === 'update' && route.on.create !== undefined && route.exists?.(params) === false;
  return creates ? 'create' : asked;
}

function run(
  context: VaultContext,
  call: IncomingCall & { token: VaultToken | undefined },
  mount: Mount,
  { route, params }: FoundRoute,
): Answer | null {
  const handler = route.on[call.operation];
  if (!handler) throw new VaultError(405, asList('unsupported operation'));
  const known = new Set<string>();
  const answer = handler({ ...call, known, context, params });
  return (
    answer && { mountType: mount.type, ...answer, warnings: [...(answer.warnings ?? []), ...ignored(call, known)] }
  );
}

/** A warning that lists the fields of the request that the handler does not know. */
function ignored({ body, query }: IncomingCall, known: Set<string>): string[] {
  const { list: _method, ...rest } = query;
  const bodyFields = known.size === 0 ? [] : Object.keys(Object(body));
  const names = [...new Set([...bodyFields, ...Object.keys(rest)])].filter((name) => !known.has(name)).sort();
  return names.length === 0 ? [] : [`Endpoint ignored these unrecognized parameters: [${names.join(' ')}]`];
}

interface Access {
  path: string;
  operation: Operation;
  needsSudo: boolean | undefined;
}

function authorize(context: VaultContext, token: VaultToken, { path, operation, needsSudo }: Access): void {
  if (token.policies.includes('root')) return;
  const allowed =
    operation === 'list'
      ? accessOf(context, token).capabilitiesAt(`${path}/`, 'list')
      : accessOf(context, token).capabilitiesAt(path);
  if (!allowed.has(operation) || (needsSudo && !allowed.has('sudo'))) throw permissionDenied();
}
