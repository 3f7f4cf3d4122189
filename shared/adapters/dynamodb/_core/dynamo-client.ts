import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';

/**
 * The client every store should be given: endpoint, region and credentials come from the environment as usual.
 * A single-table call takes milliseconds; one that has not answered in 3 s never will, and an API call lasts 25 s at most.
 */
export function dynamoClient(config: DynamoDBClientConfig = {}): DynamoDBClient {
  return new DynamoDBClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
    ...config,
  });
}
