import { z } from 'zod';
import { protocolMapper } from './protocol-mapper.ts';
import type { Representation } from './representation.ts';

const simulated = z.object({
  id: z.string().optional(),
  clientId: z.string().optional(),
  enabled: z.boolean().optional(),
  publicClient: z.boolean().optional(),
  serviceAccountsEnabled: z.boolean().optional(),
  secret: z.string().optional(),
  standardFlowEnabled: z.boolean().optional(),
  directAccessGrantsEnabled: z.boolean().optional(),
  redirectUris: z.array(z.string()).optional(),
  attributes: z.record(z.string(), z.string().nullable()).optional(),
  protocolMappers: z.array(protocolMapper).optional(),
  protocol: z.string().optional(),
  rootUrl: z.string().optional(),
});
export type ClientForm = z.infer<typeof simulated>;

const kept = {
  ...{ name: undefined, description: undefined, adminUrl: undefined, baseUrl: undefined, webOrigins: [] },
  ...{ surrogateAuthRequired: false, alwaysDisplayInConsole: false, notBefore: 0, frontchannelLogout: false },
  ...{ fullScopeAllowed: true, nodeReRegistrationTimeout: -1, type: undefined },
};
const fixed = {
  ...{ clientAuthenticatorType: 'client-secret', bearerOnly: false, consentRequired: false },
  ...{ implicitFlowEnabled: false, authorizationServicesEnabled: false, authenticationFlowBindingOverrides: {} },
  defaultClientScopes: ['web-origins', 'acr', 'roles', 'profile', 'basic', 'email'],
  optionalClientScopes: ['address', 'phone', 'offline_access', 'organization', 'microprofile-jwt'],
};

export const clientRepresentation: Representation<typeof simulated.shape> = {
  kind: 'ClientRepresentation',
  simulated,
  kept,
  fixed: { ...fixed, registeredNodes: {}, defaultRoles: [] },
  unread: [
    'access',
    'origin',
    'registrationAccessToken',
    'authorizationSettings',
    'directGrantsOnly',
    'useTemplateScope',
  ],
};

export const clientDefaults: Record<string, unknown> = { ...kept, ...fixed, authorizationServicesEnabled: undefined };
