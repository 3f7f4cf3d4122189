import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { apiEnv } from '#shared/runtime/env';
import { API_ROUTES, DEFAULT_ENTRY } from '../api-routes.ts';
import { siteSettingsText } from '../config.ts';
import * as grants from '../constructs/grants.ts';
import type { HttpGateway } from '../constructs/http-gateway.ts';
import type { Platform } from '../constructs/platform.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { Data } from './data.ts';

/** What providers and clouds are reached with, and what providers' calls to us are known by. */
const PROVIDER_SECRETS = ['rancher', 'openstack', 'vault', 'keycloak', 'argocd', 'webhook'] as const;

type Props = { data: Data; gateway: HttpGateway };

/** The functions behind the gateway: one per resource, and what each may do beside reading and writing the table. */
export class Api extends Construct {
  constructor(scope: Construct, id: string, platform: Platform, { data, gateway }: Props) {
    super(scope, id);
    const own = this.ownGrants(platform);
    const { stage, oidcIssuer = '', oidcAudience = '', publicUrl = '' } = platform.config;
    const { oidcClientId = oidcAudience, signInReturnUrls = [], sessionHours } = platform.config;
    const make = (entry: string) =>
      new ServiceFunction<typeof apiEnv>(this, entry, platform, {
        entry,
        description: `API: ${entry}`,
        env: {
          STAGE: stage,
          TABLE_NAME: data.table.tableName,
          EVENT_BUS_NAME: data.bus.eventBusName,
          PUBLIC_URL: publicUrl,
          OIDC_ISSUER: oidcIssuer,
          OIDC_AUDIENCE: oidcAudience,
          OIDC_CLIENT_ID: oidcClientId,
          SIGN_IN_RETURN_URLS: signInReturnUrls.join(','),
          SESSION_HOURS: `${sessionHours}`,
          SITE_SETTINGS: siteSettingsText(platform.config),
        },
        // Writing too, everywhere: a caller seen for the first time becomes a user.
        grants: [...grants.readAndWriteTable(data.table), ...(own[entry] ?? [])],
      });
    const functions = new Map([...new Set(API_ROUTES.map(({ entry }) => entry))].map((entry) => [entry, make(entry)]));
    for (const { path, entry } of API_ROUTES) {
      const target = functions.get(entry);
      if (target) gateway.forward(path, target);
    }
    gateway.forwardRest(make(DEFAULT_ENTRY));
  }

  private ownGrants(platform: Platform): Readonly<Record<string, PolicyStatement[]>> {
    const { stage } = platform.config;
    const readOpenStack = grants.readSecrets(this, stage, 'openstack');
    return {
      // Reading too: a change may bring one half of a credential, and credentials are tried.
      'api/service-settings': [
        ...grants.readSecrets(this, stage, ...PROVIDER_SECRETS),
        ...grants.keepSecrets(this, stage, ...PROVIDER_SECRETS),
      ],
      // Of a confidential client of the OIDC provider.
      'api/sign-in': grants.readOidcSecret(this, stage),
      // What deliveries are signed with.
      'api/hooks-web': grants.keepSecrets(this, stage, 'hook'),
      'api/openstack-tenants': [...readOpenStack, ...grants.keepSecrets(this, stage, 'openstack')],
      // Orders are checked against the live clouds before they are accepted; a cluster's POST is an order.
      'api/marketplace-orders': readOpenStack,
      // Clouds that are sold are checked, and show what they have; clusters are imported from Rancher.
      'api/marketplace-provider-offerings': grants.readSecrets(this, stage, 'openstack', 'rancher'),
      'api/marketplace-public-offerings': readOpenStack,
      // … and its new name is told to Rancher within the call.
      'api/rancher-clusters': grants.readSecrets(this, stage, 'openstack', 'rancher'),
      // A node that is added is planned on its cloud as it is.
      'api/managed-rancher-cluster-resources': readOpenStack,
      // … and nodes are pulled from Rancher.
      'api/rancher-nodes': grants.readSecrets(this, stage, 'openstack', 'rancher'),
      // Rules are carried to the clouds within the call.
      'api/rancher-cluster-security-groups': readOpenStack,
      // Options become labels in Argo CD within the call.
      'api/marketplace-resources': grants.readSecrets(this, stage, 'argocd'),
      'webhooks/nodes': grants.wakeMachines(this, platform),
      'webhooks/rancher': [...grants.wakeMachines(this, platform), ...grants.readSecrets(this, stage, 'webhook')],
    };
  }
}
