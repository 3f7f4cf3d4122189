import { Validations } from 'aws-cdk-lib';
import {
  CfnIntegration,
  CfnRoute,
  HttpApi,
  HttpMethod,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { nameOf, type Platform } from './platform.ts';
import { ServiceLogGroup } from './service-log-group.ts';

/** Far above what one stage is used for; a runaway client is stopped before it drains the account's Lambda concurrency. */
const THROTTLE = { rateLimit: 200, burstLimit: 400 };

/** The HTTP API: it forwards paths to functions and decides nothing (design decision 17). */
export class HttpGateway extends Construct {
  readonly api: HttpApi;
  private readonly integrations = new Map<IFunction, CfnIntegration>();
  /** One for all functions: a permission in each would be a resource of the stack's five hundred, thirty times. */
  private readonly invoke = new PolicyStatement({ actions: ['lambda:InvokeFunction'] });
  private readonly role: Role;

  constructor(scope: Construct, id: string, platform: Platform) {
    super(scope, id);
    this.api = new HttpApi(this, 'Api', { apiName: nameOf(platform, 'api'), createDefaultStage: false });
    const logs = new ServiceLogGroup(this, 'AccessLogs', platform, `/aws/vendedlogs/${nameOf(platform, 'api-access')}`);
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: THROTTLE,
      accessLogSettings: { destination: new LogGroupLogDestination(logs) },
    });
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: { own: new PolicyDocument({ statements: [this.invoke] }) },
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason:
        'Callers are authenticated in the functions: an HTTP API cannot answer with the error bodies of the contract.',
    });
  }

  /**
   * Whatever the method.
   * @throws Error for a path that HTTP APIs refuse as a route's, as one that ends in a slash
   */
  forward(paths: readonly string[], target: IFunction): void {
    for (const path of paths) this.route(HttpRouteKey.with(path, HttpMethod.ANY).key, target);
  }

  forwardRest(target: IFunction): void {
    this.route('$default', target);
  }

  /** As plain CloudFormation routes: the library's own would each make an integration and a permission. */
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
