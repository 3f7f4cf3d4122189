import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalidAction, notFound, notSupported, RancherError } from '../_core/rancher-errors.ts';
import { authConfigType, pluralOf } from '../norman/norman-types.ts';
import { normanCollection } from '../norman/norman-view.ts';
import { baseUrlOf } from '../steve/steve-collection.ts';
import {
  type AuthConfig,
  authConfigs,
  authConfigView,
  configureTest,
  KEYCLOAK,
  notSimulated,
  testAndApply,
} from './auth-configs.ts';

const FILTERS = ['accessMode', 'enabled', 'id', 'logoutAllSupported', 'name', 'type'];

/**
 * `/v3/authConfigs`: how people may sign in. Each provider also has a path with the name of its type. Only the provider
 * of Rancher's own users is enabled.
 */
export function normanAuthConfigs(app: FastifyInstance): void {
  app.get('/authconfigs', async (request) => {
    if (typeIn(request)) throw notSupported('GET');
    const views = [...authConfigs.values()].map((one) => authConfigView(one, baseUrlOf(request)));
    return normanCollection(request, { resourceType: 'authConfig', filters: FILTERS }, views);
  });
  app.get('/authconfigs/:id', async (request) => authConfigView(get(request), baseUrlOf(request)));
  app.put('/authconfigs/:id', async (request) => {
    throw notSimulated(`changing the provider ${get(request).id}`);
  });
  app.post('/authconfigs/:id', async (request) => {
    const { id } = get(request);
    const { action = '' } = z.object({ action: z.string().optional() }).parse(request.query);
    if (id !== KEYCLOAK) throw notSimulated(`actions of the provider ${id}`);
    if (action === 'configureTest') return configureTest(request.body);
    if (action === 'testAndApply') return testAndApply(request.body);
    // The provider is never enabled, so it cannot be disabled.
    if (action === 'disable') throw new RancherError(404, 'ActionNotAvailable', '');
    throw invalidAction(action);
  });
}

/** The type of provider in the path. Undefined for the path of all providers. */
const typeIn = ({ originalUrl }: FastifyRequest): string | undefined =>
  authConfigType(/^\/v3\/([A-Za-z]+)/.exec(originalUrl)?.[1] ?? '');

function get(request: FastifyRequest): AuthConfig {
  const { id } = z.object({ id: z.string() }).parse(request.params);
  const [found, type] = [authConfigs.get(id), typeIn(request)];
  if (found && (type === undefined || type === found.type)) return found;
  throw notFound(`${pluralOf('authconfig')}.management.cattle.io "${id}" not found`);
}
