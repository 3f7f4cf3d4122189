import { Duration } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { z } from 'zod';
import { API_ROUTES, DEFAULT_FUNCTION, gatewayPathsOf, type RoutedFunction } from '#shared/contracts/api-routes';
import type { apiEnv, defaultEnv, EnvOf } from '#shared/runtime/env';
import { siteSettingsText } from '../config.ts';
import * as grants from '../constructs/grants.ts';
import type { HttpGateway } from '../constructs/http-gateway.ts';
import { nameOf, type Platform } from '../constructs/platform.ts';
import { functionLogs, ServiceFunction } from '../constructs/service-function.ts';
import type { Data } from './data.ts';

/** Secrets of providers and clouds: credentials for calls to them, and secrets of their calls to us. */
const PROVIDER_SECRETS = ['rancher', 'openstack', 'vault', 'keycloak', 'argocd', 'webhook'] as const;

type Props = { data: Data; gateway: HttpGateway };

/** The functions behind the gateway, one for each set of rights. All may read and write the table. */
export class Api extends Construct {
  /** One log group for all: an operator searches a call in one place, whichever function answered it. */
  private readonly logGroup: ILogGroup;

  constructor(scope: Construct, id: string, platform: Platform, { data, gateway }: Props) {
    super(scope, id);
    this.logGroup = functionLogs(this, 'Logs', platform, nameOf(platform, 'api'));
    const own = this.ownGrants(platform, data);
    const functions = new Map<RoutedFunction, ServiceFunction<z.ZodType>>();
    for (const route of API_ROUTES) {
      const made = functions.get(route.entry) ?? this.answering(route.entry, platform, data, own[route.entry]);
      functions.set(route.entry, made);
      gateway.forward(gatewayPathsOf(route), made);
    }
    gateway.forwardRest(this.default(platform, [...functions.values()]));
  }

  private answering(entry: RoutedFunction, platform: Platform, data: Data, own: PolicyStatement[]) {
    return new ServiceFunction<typeof apiEnv>(this, entry, platform, {
      entry,
      description: `API: ${entry}`,
      env: this.env(platform, data),
      logGroup: this.logGroup,
      // All may write: the first call of a caller creates the user.
      grants: [...grants.readAndWriteTables(data), ...own],
    });
  }

  /** It has none of the rights of the functions that it forwards to. */
  private default(platform: Platform, targets: readonly ServiceFunction<z.ZodType>[]) {
    return new ServiceFunction<typeof defaultEnv>(this, DEFAULT_FUNCTION, platform, {
      entry: DEFAULT_FUNCTION,
      description: 'API: paths that no route of the gateway matches',
      env: { STAGE: platform.config.stage, SITE_SETTINGS: siteSettingsText(platform.config) },
      logGroup: this.logGroup,
      grants: grants.invoke(...targets.map(({ functionArn }) => functionArn)),
      // A little longer than the function that it waits for.
      timeout: Duration.seconds(25),
    });
  }

  private env(platform: Platform, data: Data): EnvOf<typeof apiEnv> {
    const { stage, oidcIssuer = '', oidcAudience = '', publicUrl = '' } = platform.config;
    const { oidcClientId = oidcAudience, signInReturnUrls = [], sessionHours } = platform.config;
    return {
      STAGE: stage,
      ...data.tableNames,
      EVENT_BUS_NAME: data.bus.eventBusName,
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER: oidcIssuer,
      OIDC_AUDIENCE: oidcAudience,
      OIDC_CLIENT_ID: oidcClientId,
      SIGN_IN_RETURN_URLS: signInReturnUrls.join(','),
      SESSION_HOURS: `${sessionHours}`,
      SITE_SETTINGS: siteSettingsText(platform.config),
    };
  }

  private ownGrants(platform: Platform, data: Data): Readonly<Record<RoutedFunction, PolicyStatement[]>> {
    const { stage } = platform.config;
    return {
      // The secret of a confidential client at the OIDC provider.
      'api/public': grants.readOidcSecret(this, stage),
      // Only this function reads events. All others only add them.
      'api/records': grants.readEvents(data.auditTable),
      // The keys that sign deliveries.
      'api/hooks': [
        // New secrets of hooks are encrypted in their rows. Older secrets are removed with their hooks.
        ...grants.readSecrets(this, stage, 'hook-key'),
        ...grants.removeSecrets(this, stage, 'hook'),
        // Verifies the links that stop e-mails.
        ...grants.readSecrets(this, stage, 'mail-key'),
      ],
      // May read, too: a change may replace one half of a credential, and credentials are tried out.
      'api/providers': [
        ...grants.readSecrets(this, stage, ...PROVIDER_SECRETS),
        ...grants.putSecrets(this, stage, ...PROVIDER_SECRETS),
        ...grants.removeSecrets(this, stage, ...PROVIDER_SECRETS),
      ],
      // Checks clouds of offerings and shows their contents. Imports clusters from Rancher.
      'api/offerings': grants.readSecrets(this, stage, 'openstack', 'rancher'),
      // Checks orders against the live clouds before they are accepted. Writes options as labels to Argo CD within the call.
      // When staff removes a resource, its timeline is removed at once.
      'api/orders': [...grants.readSecrets(this, stage, 'openstack', 'argocd'), ...grants.removeTimelines(data.table)],
      // POST of a cluster is an order. A new node is planned on its cloud. Rules are written to clouds, and names to Rancher, within the call.
      // Staff can remove clusters, too.
      'api/clusters': [
        ...grants.readSecrets(this, stage, 'openstack', 'rancher'),
        ...grants.removeTimelines(data.table),
      ],
      'webhooks/nodes': grants.wakeMachines(this, platform),
      'webhooks/rancher': [...grants.wakeMachines(this, platform), ...grants.readSecrets(this, stage, 'webhook')],
    };
  }
}
