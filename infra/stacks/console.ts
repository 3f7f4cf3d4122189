import { Duration, Fn, RemovalPolicy, Validations } from 'aws-cdk-lib';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  OriginRequestPolicy,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { EDGE_KEY_HEADER, VIEWER_HEADER } from '#shared/contracts/edge-headers';
import { CONTENT_SECURITY_POLICY } from '../console/headers.ts';
import type { HttpGateway } from '../constructs/http-gateway.ts';
import { nameOf, type Platform } from '../constructs/platform.ts';

const HSTS_DAYS = 365;
const STRICT_TRANSPORT = `max-age=${HSTS_DAYS * 86_400}`;

/**
 * All paths outside `/console/assets/` get the one HTML page of the console. The page's script reads the path in the
 * browser.
 */
const PAGE_OF_PATH = `function handler(event) {
  var request = event.request;
  if (request.uri.indexOf('/console/assets/') !== 0) request.uri = '/console/index.html';
  return request;
}`;
/**
 * Redirects `/` to the console. All other paths go to the API with the viewer's address, which the API otherwise does not
 * see. A header of this name that the viewer has sent is replaced.
 */
const REQUEST_TO_API = `function handler(event) {
  var request = event.request;
  request.headers['${VIEWER_HEADER}'] = { value: event.viewer.ip };
  if (request.uri !== '/' && request.uri !== '/console') return request;
  var headers = { location: { value: '/console/' }, 'strict-transport-security': { value: '${STRICT_TRANSPORT}' } };
  return { statusCode: 302, statusDescription: 'Found', headers: headers };
}`;

/**
 * Serves the console and the API at one address, because the session cookie needs one address. CloudFront answers
 * `/console/` from a private bucket. It forwards all other paths to the HTTP API without caching
 * (docs/decisions/0109-the-console-is-static-files-at-the-address-of-the-api.md).
 */
export class Console extends Construct {
  readonly bucket: Bucket;
  /** The address of the console and the API, without a path. */
  readonly url: string;
  /**
   * CloudFront sends this key to the API with each call. It proves that the viewer's address comes from CloudFront,
   * because everybody can call the API's own address, too. The key gives no other right.
   */
  readonly edgeKey: string;

  constructor(scope: Construct, id: string, platform: Platform, gateway: HttpGateway) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Files', {
      // The files are public, so encryption with the stage's key would protect nothing.
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      // CloudFormation cannot delete a bucket that contains files. The bucket is retained, so that the stack can still
      // be deleted.
      removalPolicy: RemovalPolicy.RETAIN,
    });
    const key = new Secret(this, 'EdgeKey', {
      description: `Paddock, stage ${platform.config.stage}: proves that a call comes from CloudFront`,
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
    });
    // CloudFormation reads the key when it deploys. The template contains only a reference.
    this.edgeKey = key.secretValue.unsafeUnwrap();
    const distribution = new Distribution(this, 'Distribution', {
      comment: `Paddock, stage ${platform.config.stage}`,
      httpVersion: HttpVersion.HTTP2_AND_3,
      defaultBehavior: this.api(platform, gateway),
      additionalBehaviors: { '/console/*': this.files(platform) },
    });
    this.url = `https://${distribution.distributionDomainName}`;
    this.acknowledge();
  }

  private api(platform: Platform, gateway: HttpGateway): BehaviorOptions {
    const host = platform.config.domainName ?? Fn.select(2, Fn.split('/', gateway.api.apiEndpoint));
    return {
      origin: new HttpOrigin(host, {
        readTimeout: Duration.seconds(30),
        customHeaders: { [EDGE_KEY_HEADER]: this.edgeKey },
      }),
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      responseHeadersPolicy: this.apiHeaders(platform),
      functionAssociations: [this.onRequest('Root', nameOf(platform, 'console-root'), REQUEST_TO_API)],
    };
  }

  private files(platform: Platform): BehaviorOptions {
    return {
      // With TypeScript's `exactOptionalPropertyTypes`, CDK's `Bucket` is not assignable to its `IBucket`.
      origin: S3BucketOrigin.withOriginAccessControl(this.bucket as IBucket),
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      compress: true,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      responseHeadersPolicy: this.headers(platform),
      functionAssociations: [this.onRequest('Page', nameOf(platform, 'console-page'), PAGE_OF_PATH)],
    };
  }

  private headers(platform: Platform): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, 'Headers', {
      responseHeadersPolicyName: nameOf(platform, 'console'),
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy: CONTENT_SECURITY_POLICY, override: true },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.SAME_ORIGIN, override: true },
        strictTransportSecurity: { accessControlMaxAge: Duration.days(HSTS_DAYS), override: true },
      },
    });
  }

  /** The API sets its headers itself. This policy adds HSTS to the errors of CloudFront and of the gateway. */
  private apiHeaders(platform: Platform): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, 'ApiHeaders', {
      responseHeadersPolicyName: nameOf(platform, 'console-api'),
      securityHeadersBehavior: {
        strictTransportSecurity: { accessControlMaxAge: Duration.days(HSTS_DAYS), override: true },
      },
    });
  }

  private onRequest(id: string, functionName: string, code: string) {
    const made = new EdgeFunction(this, id, {
      functionName,
      code: FunctionCode.fromInline(code),
      runtime: FunctionRuntime.JS_2_0,
    });
    return { eventType: FunctionEventType.VIEWER_REQUEST, function: made };
  }

  private acknowledge(): void {
    const reasons: Readonly<Record<string, string>> = {
      'AwsSolutions-S1': 'The files are the same for everybody, and CloudFront alone reads them.',
      'AwsSolutions-CFR1': 'Whether countries are excluded is the operator’s choice.',
      'AwsSolutions-CFR2': 'A firewall is the operator’s choice (docs/networks.md). The API limits requests itself.',
      'AwsSolutions-CFR3': 'The API logs every request. Requests for the console’s files are of no interest.',
      'AwsSolutions-SMG4':
        'The key only proves that an address comes from CloudFront. Both sides get a new key by a deployment.',
      'AwsSolutions-CFR4': 'CloudFront’s own domain does not let one choose the version of TLS.',
    };
    for (const [id, reason] of Object.entries(reasons)) Validations.of(this).acknowledge({ id, reason });
  }
}
