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

/** What providers and clouds are reached with, and what providers' calls to us are known by. */
const PROVIDER_SECRETS = ['rancher', 'openstack', 'vault', 'keycloak', 'argocd', 'webhook'] as const;

type Props = { data: Data; gateway: HttpGateway };

/** The functions behind the gateway: one for each set of rights, and what each may do beside reading and writing the table. */
export class Api extends Construct {
  /** What happened to a call is looked for in one place, whichever function answered it. */
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
      // Writing too, everywhere: a caller seen for the first time becomes a user.
      grants: [...grants.readAndWriteTables(data), ...own],
    });
  }

  /** It has the rights of none of the functions that it leads to: theirs are used by them alone. */
  private default(platform: Platform, targets: readonly ServiceFunction<z.ZodType>[]) {
    return new ServiceFunction<typeof defaultEnv>(this, DEFAULT_FUNCTION, platform, {
      entry: DEFAULT_FUNCTION,
      description: 'API: what no key of the gateway matches',
      env: { STAGE: platform.config.stage, SITE_SETTINGS: siteSettingsText(platform.config) },
      logGroup: this.logGroup,
      grants: grants.invoke(...targets.map(({ functionArn }) => functionArn)),
      // As long as the function that it waits for, and a little more.
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
      // Of a confidential client of the OIDC provider.
      'api/public': grants.readOidcSecret(this, stage),
      // Alone: all others add events, and read none.
      'api/records': grants.readEvents(data.auditTable),
      // What deliveries are signed with.
      'api/hooks': [
        // New secrets of hooks are encrypted; older ones are removed with their hooks.
        ...grants.readSecrets(this, stage, 'hook-key'),
        ...grants.removeSecrets(this, stage, 'hook'),
        // Links by which whoever gets an e-mail ends them are verified.
        ...grants.readSecrets(this, stage, 'mail-key'),
      ],
      // Reading too: a change may bring one half of a credential, and credentials are tried.
      'api/providers': [
        ...grants.readSecrets(this, stage, ...PROVIDER_SECRETS),
        ...grants.putSecrets(this, stage, ...PROVIDER_SECRETS),
        ...grants.removeSecrets(this, stage, ...PROVIDER_SECRETS),
      ],
      // Clouds that are sold are checked, and show what they have; clusters are imported from Rancher.
      'api/offerings': grants.readSecrets(this, stage, 'openstack', 'rancher'),
      // Orders are checked against the live clouds before they are accepted; options become labels in Argo CD within the call.
      // Staff forgets resources, whose timelines go at once.
      'api/orders': [...grants.readSecrets(this, stage, 'openstack', 'argocd'), ...grants.removeTimelines(data.table)],
      // A cluster's POST is an order, and a node is planned on its cloud; rules are carried to clouds and names to Rancher within the call.
      // … and forgets clusters, too.
      'api/clusters': [
        ...grants.readSecrets(this, stage, 'openstack', 'rancher'),
        ...grants.removeTimelines(data.table),
      ],
      'webhooks/nodes': grants.wakeMachines(this, platform),
      'webhooks/rancher': [...grants.wakeMachines(this, platform), ...grants.readSecrets(this, stage, 'webhook')],
    };
  }
}
