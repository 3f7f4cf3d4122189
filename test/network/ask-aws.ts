const TARGETS = {
  logs: { prefix: 'Logs_20140328', version: '1.1' },
  sqs: { prefix: 'AmazonSQS', version: '1.0' },
  dynamodb: { prefix: 'DynamoDBStreams_20120810', version: '1.0' },
} as const;

/**
 * Calls an AWS service for which the product has no SDK client. The emulator takes the service from the credential and
 * checks no signature.
 */
export async function askAws(
  endpoint: string,
  service: keyof typeof TARGETS,
  operation: string,
  body: object,
): Promise<unknown> {
  const { prefix, version } = TARGETS[service];
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': `application/x-amz-json-${version}`,
      'x-amz-target': `${prefix}.${operation}`,
      authorization: `AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/${service}/aws4_request, SignedHeaders=, Signature=x`,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${operation} answered ${response.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
