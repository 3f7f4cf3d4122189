import { Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  ApiMapping,
  CfnIntegration,
  CfnRoute,
  DomainName,
  HttpApi,
  HttpMethod,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Config } from '../config.ts';
import { nameOf, type Platform } from './platform.ts';
import { ServiceLogGroup } from './service-function.ts';

/**
 * Limits of requests per second. The limits are far above normal use. They stop a runaway client before it uses up the
 * account's Lambda concurrency.
 */
const THROTTLE = { rateLimit: 200, burstLimit: 400 };

/** One line a request. The names are those of HTTP APIs, which differ from those of REST APIs (`resourcePath`). */
const ACCESS_LOG = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    requestTime: '$context.requestTime',
    ip: '$context.identity.sourceIp',
    httpMethod: '$context.httpMethod',
    path: '$context.path',
    protocol: '$context.protocol',
    routeKey: '$context.routeKey',
    status: '$context.status',
    responseLength: '$context.responseLength',
    responseLatency: '$context.responseLatency',
    integrationLatency: '$context.integrationLatency',
    integrationStatus: '$context.integrationStatus',
    error: '$context.integrationErrorMessage',
    userAgent: '$context.identity.userAgent',
  }),
);

/**
 * The HTTP API. It forwards paths to functions and makes no decisions itself
 * (docs/spec/design.md#routing-in-the-functions).
 */
export class HttpGateway extends Construct {
  readonly api: HttpApi;
  /** The API's address: the stage's own domain, or the address that AWS gives. */
  readonly url: string;
  /** The targets to which the domain's DNS records must point. */
  readonly domainOutputs: Readonly<Record<string, string>>;
  private readonly integrations = new Map<IFunction, CfnIntegration>();
  /**
   * The rights of the role with which the gateway invokes all functions. Without this role, each of the thirty
   * functions would need a permission resource, and a stack may have only five hundred resources.
   */
  private readonly invoke = new PolicyStatement({ actions: ['lambda:InvokeFunction'] });
  private readonly role: Role;

  constructor(scope: Construct, id: string, platform: Platform) {
    super(scope, id);
    const { domainName } = platform.config;
    // If the stage has a domain of its own, the address that AWS gives to the API is switched off, because requests to
    // that address would bypass any protection of the domain.
    const disableExecuteApiEndpoint = domainName !== undefined;
    const apiName = nameOf(platform, 'api');
    this.api = new HttpApi(this, 'Api', { apiName, createDefaultStage: false, disableExecuteApiEndpoint });
    const logs = new ServiceLogGroup(this, 'AccessLogs', platform, `/aws/vendedlogs/${nameOf(platform, 'api-access')}`);
    const stage = new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: THROTTLE,
      accessLogSettings: { destination: new LogGroupLogDestination(logs), format: ACCESS_LOG },
    });
    const domain = this.domain(platform.config, stage);
    this.url = domainName === undefined ? this.api.apiEndpoint : `https://${domainName}`;
    this.domainOutputs = domain
      ? { DomainTarget: domain.regionalDomainName, DomainTargetZone: domain.regionalHostedZoneId }
      : {};
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: { own: new PolicyDocument({ statements: [this.invoke] }) },
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason:
        'The functions authenticate callers, because the gateway cannot answer with the error bodies of the contract.',
    });
  }

  private domain({ domainName, certificateArn }: Config, stage: HttpStage): DomainName | undefined {
    if (domainName === undefined || certificateArn === undefined) return undefined;
    const certificate = Certificate.fromCertificateArn(this, 'Certificate', certificateArn);
    const domain = new DomainName(this, 'Domain', { domainName, certificate, securityPolicy: SecurityPolicy.TLS_1_2 });
    new ApiMapping(this, 'Mapping', { api: this.api, domainName: domain, stage });
    return domain;
  }

  /**
   * Forwards all methods of these paths to a function.
   * @throws Error for a path that HTTP APIs refuse as a route, such as a path that ends in a slash
   */
  forward(paths: readonly string[], target: IFunction): void {
    for (const path of paths) this.route(HttpRouteKey.with(path, HttpMethod.ANY).key, target);
  }

  forwardRest(target: IFunction): void {
    this.route('$default', target);
  }

  /** Uses a plain CloudFormation route, because a route of CDK always adds an integration and a permission. */
  private route(routeKey: string, target: IFunction): void {
    const integration = this.integrations.get(target) ?? this.integrate(target);
    new CfnRoute(this, routeKey, { apiId: this.api.apiId, routeKey, target: `integrations/${integration.ref}` });
  }

  private integrate(target: IFunction): CfnIntegration {
    const integration = new CfnIntegration(this, `${target.node.id}Integration`, {
      apiId: this.api.apiId,
      integrationType: 'AWS_PROXY',
      integrationUri: target.functionArn,
      credentialsArn: this.role.roleArn,
      payloadFormatVersion: '2.0',
    });
    this.invoke.addResources(target.functionArn);
    this.integrations.set(target, integration);
    return integration;
  }
}
