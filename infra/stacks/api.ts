import { Duration } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { z } from 'zod';
import { API_ROUTES, DEFAULT_FUNCTION, gatewayPathsOf, type RoutedFunction } from '#functions/api/api-routes';
import type { apiEnv, defaultEnv, EnvOf } from '#shared/runtime/env';
import { siteSettingsText } from '../config.ts';
import * as grants from '../constructs/grants.ts';
import type { HttpGateway } from '../constructs/http-gateway.ts';
import { nameOf, type Platform } from '../constructs/platform.ts';
import { functionLogs, ServiceFunction } from '../constructs/service-function.ts';
import type { Console } from './console.ts';
import type { Data } from './data.ts';

/**
 * Kinds of secrets of providers and clouds. A provider authenticates its calls to Paddock with the secret `webhook`.
 * Paddock uses all other secrets to call backends.
 */
const PROVIDER_SECRETS = [
  'rancher',
  'openstack',
  'vault',
  'keycloak',
  'argocd',
  'waldur',
  'cluster-api',
  'webhook',
] as const;

/** `console` is undefined if the stage has no console. */
type Props = { data: Data; gateway: HttpGateway; console: Pick<Console, 'url' | 'edgeKey'> | undefined };

/**
 * The functions behind the gateway. Groups of calls that need different rights have separate functions. All these
 * functions may read and write the table.
 */
export class Api extends Construct {
  /** All API functions share one log group, so that an operator searches for a call in one place. */
  private readonly logGroup: ILogGroup;
  private readonly console: Props['console'];

  constructor(scope: Construct, id: string, platform: Platform, { data, gateway, console }: Props) {
    super(scope, id);
    this.console = console;
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
      // Even functions that only answer reads may write, because the first call of a new caller creates the user.
      grants: [...grants.readAndWriteTables(data), ...own],
    });
  }

  /**
   * The function for all paths without a route. This function forwards calls to other functions, and has none of the
   * rights of those functions.
   */
  private default(platform: Platform, targets: readonly ServiceFunction<z.ZodType>[]) {
    return new ServiceFunction<typeof defaultEnv>(this, DEFAULT_FUNCTION, platform, {
      entry: DEFAULT_FUNCTION,
      description: 'API: paths that no route of the gateway matches',
      env: { STAGE: platform.config.stage, SITE_SETTINGS: siteSettingsText(platform.config) },
      logGroup: this.logGroup,
      grants: grants.invoke(...targets.map(({ functionArn }) => functionArn)),
      // This timeout is longer than the timeouts of the functions to which the default function forwards.
      timeout: Duration.seconds(25),
    });
  }

  private env(platform: Platform, data: Data): EnvOf<typeof apiEnv> {
    const { stage, oidcIssuer = '', oidcAudience = '', publicUrl = this.console?.url ?? '' } = platform.config;
    const { oidcClientId = oidcAudience, signInReturnUrls = [], sessionHours } = platform.config;
    return {
      STAGE: stage,
      ...data.tableNames,
      EVENT_BUS_NAME: data.bus.eventBusName,
      PUBLIC_URL: publicUrl,
      EDGE_KEY: this.console?.edgeKey ?? '',
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
      // This function reads the OIDC client's secret, to authenticate as the registered client at the OIDC provider.
      'api/public': grants.readOidcSecret(this, stage),
      // Only this function reads audit events. All other functions only add events.
      'api/records': grants.readEvents(data.auditTable),
      'api/hooks': [
        // This function reads the key that encrypts the secrets in the rows of hooks. Earlier releases stored the
        // secret of a hook in Secrets Manager. The function deletes such a secret together with the hook.
        ...grants.readSecrets(this, stage, 'hook-key'),
        ...grants.removeSecrets(this, stage, 'hook'),
        // Reads the key that verifies unsubscribe links in e-mails.
        ...grants.readSecrets(this, stage, 'mail-key'),
      ],
      // This function also reads the secrets that it writes, because it checks whole credentials. If a change replaces
      // only a part of a credential, the function reads the other part from the stored secret.
      'api/providers': [
        ...grants.readSecrets(this, stage, ...PROVIDER_SECRETS),
        ...grants.putSecrets(this, stage, ...PROVIDER_SECRETS),
        ...grants.removeSecrets(this, stage, ...PROVIDER_SECRETS),
      ],
      // Checks and shows the clouds of offerings. Imports clusters from Rancher.
      'api/offerings': grants.readSecrets(this, stage, 'openstack', 'rancher'),
      // Checks orders against the clouds before it accepts them. When the options of a resource change, writes them as
      // labels to Argo CD. Deletes the timeline of a cluster when staff unlinks its resource.
      'api/orders': [...grants.readSecrets(this, stage, 'openstack', 'argocd'), ...grants.removeTimelines(data.table)],
      // Writes into clusters, through Rancher. Stores secret answers to the questions of a chart. The state machine
      // reads these answers. Stores logins of global catalogs. The sync job reads these logins.
      'api/contents': [
        ...grants.readSecrets(this, stage, 'rancher'),
        ...grants.putSecrets(this, stage, 'app', 'catalog'),
        ...grants.removeSecrets(this, stage, 'app', 'catalog'),
      ],
      // Plans new clusters and nodes on their clouds. Writes rules of security groups to clouds, and names of clusters
      // to Rancher. Deletes the timeline of a cluster when staff unlinks the cluster.
      'api/clusters': [
        ...grants.readSecrets(this, stage, 'openstack', 'rancher', 'cluster-api'),
        ...grants.removeTimelines(data.table),
      ],
      // Checks orders against the clouds, and signs certificates with the authorities of clusters. The function needs
      // no secret to verify tokens of Keystone.
      'api/magnum': grants.readSecrets(this, stage, 'openstack', 'cluster-api'),
      'webhooks/nodes': grants.wakeMachines(this, platform),
      'webhooks/rancher': [...grants.wakeMachines(this, platform), ...grants.readSecrets(this, stage, 'webhook')],
      // This function writes Services to management clusters, so that Cluster API reaches clusters that have no
      // floating IP.
      'webhooks/relays': grants.readSecrets(this, stage, 'webhook', 'cluster-api'),
    };
  }
}
