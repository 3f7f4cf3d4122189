/**
 * AWS prices in us-east-1, in USD per unit, without free tiers. Prices in eu-central-1 are the same or up to a quarter
 * higher.
 */
export type Price = {
  what: string;
  unit: string;
  usd: number;
  /** The page with the price. Without a source, the price is from memory and must be checked. */
  source?: string;
};

/** The date on which the sources were read. */
export const PRICES_READ = '2026-11-21';

const MILLION = 1_000_000;
const DYNAMODB = 'airbyte.com/data-engineering-resources/dynamodb-pricing (2025-07-21)';
const KMS = 'cloudburn.io/blog/aws-kms-pricing (2026-03-14)';
const SECRETS = 'hivebook.wiki/wiki/aws-secrets-manager-rotated-secrets-dynamic-db-credentials-kms';

export const PRICES = {
  transition: {
    ...{ what: 'Step Functions, standard', unit: 'state transition', usd: 25 / MILLION },
    source: 'aws.amazon.com/step-functions/pricing',
  },
  lambdaRequest: {
    ...{ what: 'Lambda requests', unit: 'request', usd: 0.2 / MILLION },
    source: 'cloudchipr.com/blog/aws-lambda-pricing (2024)',
  },
  lambdaGbSecond: {
    ...{ what: 'Lambda compute, arm64', unit: 'GB-s', usd: 0.0000133334 },
    source: 'cloudchipr.com/blog/aws-lambda-pricing (2024)',
  },
  tableWrite: { what: 'DynamoDB on-demand writes', unit: 'write unit', usd: 0.625 / MILLION, source: DYNAMODB },
  tableRead: { what: 'DynamoDB on-demand reads', unit: 'read unit', usd: 0.125 / MILLION, source: DYNAMODB },
  httpRequest: {
    ...{ what: 'API Gateway, HTTP API', unit: 'request', usd: 1 / MILLION },
    source: 'docs.aws.amazon.com, whitepaper "Best Practices for Designing Amazon API Gateway Private APIs"',
  },
  event: { what: 'EventBridge, custom events', unit: 'event', usd: 1 / MILLION },
  secretCall: { what: 'Secrets Manager calls', unit: 'call', usd: 0.05 / 10_000, source: SECRETS },
  keyCall: { what: 'KMS calls, one per read secret', unit: 'call', usd: 0.03 / 10_000, source: KMS },
  logByte: {
    ...{ what: 'CloudWatch Logs', unit: 'byte', usd: 0.5 / 1e9 },
    source: 'www.factualminds.com/blog/amazon-cloudwatch-pricing-metrics-logs-alarms-dashboards',
  },
  alarm: { what: 'CloudWatch alarms', unit: 'alarm and month', usd: 0.1 },
  dashboard: {
    ...{ what: 'CloudWatch dashboards', unit: 'dashboard and month', usd: 3 },
    source: 'www.factualminds.com/blog/amazon-cloudwatch-pricing-metrics-logs-alarms-dashboards',
  },
  metric: {
    ...{ what: 'CloudWatch custom metrics', unit: 'metric and month', usd: 0.3 },
    source: 'signoz.io/guides/cloudwatch-pricing (2026-02-15)',
  },
  key: { what: 'KMS keys', unit: 'key and month', usd: 1, source: KMS },
  secret: { what: 'Secrets Manager secrets', unit: 'secret and month', usd: 0.4, source: SECRETS },
} as const satisfies Record<string, Price>;
export type PriceName = keyof typeof PRICES;
