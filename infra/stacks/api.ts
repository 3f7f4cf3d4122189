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

/**
 * Kinds of secrets of providers and clouds. Paddock calls backends with them; with `webhook`, a provider calls Paddock.
 */
const PROVIDER_SECRETS = ['rancher', 'openstack', 'vault', 'keycloak', 'argocd', 'webhook'] as const;

type Props = { data: Data; gateway: HttpGateway };

/** The functions behind the gateway. Functions with different rights are separate. All may read and write the table. */
export class Api extends Construct {
  /** One log group for all API functions, so that an operator searches for a call in one place. */
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
      // All functions may write, because the first call of a caller creates the user.
      grants: [...grants.readAndWriteTables(data), ...own],
    });
  }

  /** The function of the default route. It has none of the rights of the functions to which it forwards. */
  private default(platform: Platform, targets: readonly ServiceFunction<z.ZodType>[]) {
    return new ServiceFunction<typeof defaultEnv>(this, DEFAULT_FUNCTION, platform, {
      entry: DEFAULT_FUNCTION,
      description: 'API: paths that no route of the gateway matches',
      env: { STAGE: platform.config.stage, SITE_SETTINGS: siteSettingsText(platform.config) },
      logGroup: this.logGroup,
      grants: grants.invoke(...targets.map(({ functionArn }) => functionArn)),
      // A little longer than the timeout of the function to which it forwards.
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
      // Reads the secret of a confidential client at the OIDC provider.
      'api/public': grants.readOidcSecret(this, stage),
      // Only this function reads events. All other functions only add events.
      'api/records': grants.readEvents(data.auditTable),
      // Reads keys that sign deliveries, and removes older secrets.
      'api/hooks': [
        // New secrets of hooks are encrypted in their rows. Older secrets are removed with their hooks.
        ...grants.readSecrets(this, stage, 'hook-key'),
        ...grants.removeSecrets(this, stage, 'hook'),
        // Reads the key that verifies the links which stop e-mails.
        ...grants.readSecrets(this, stage, 'mail-key'),
      ],
      // May also read secrets, because a change may replace only a part of a credential, and credentials are checked.
      'api/providers': [
        ...grants.readSecrets(this, stage, ...PROVIDER_SECRETS),
        ...grants.putSecrets(this, stage, ...PROVIDER_SECRETS),
        ...grants.removeSecrets(this, stage, ...PROVIDER_SECRETS),
      ],
      // Checks and shows the clouds of offerings. Imports clusters from Rancher.
      'api/offerings': grants.readSecrets(this, stage, 'openstack', 'rancher'),
      // Checks orders against the clouds before they are accepted. When an order's options change, its labels in Argo
      // CD are written during the call. When staff unlinks a resource, its timeline is removed during the call.
      'api/orders': [...grants.readSecrets(this, stage, 'openstack', 'argocd'), ...grants.removeTimelines(data.table)],
      // Writes into clusters, through Rancher. Stores secret answers to a chart's questions for the state machine.
      'api/contents': [
        ...grants.readSecrets(this, stage, 'rancher'),
        ...grants.putSecrets(this, stage, 'app'),
        ...grants.removeSecrets(this, stage, 'app'),
      ],
      // Plans new clusters and nodes on their clouds. Writes rules of security groups to clouds and names of clusters
      // to Rancher. When staff unlinks a cluster, its timeline is removed.
      'api/clusters': [
        ...grants.readSecrets(this, stage, 'openstack', 'rancher'),
        ...grants.removeTimelines(data.table),
      ],
      'webhooks/nodes': grants.wakeMachines(this, platform),
      'webhooks/rancher': [...grants.wakeMachines(this, platform), ...grants.readSecrets(this, stage, 'webhook')],
    };
  }
}
