import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { ListSecretsCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DescribeExecutionCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Endpoints } from '#infra/local/endpoints';
import { clientOptions } from '#test/e2e/_worlds/deployed-stack';

export type StartedOperation = { operationUuid: string; clusterUuid: string; correlationId: string };
export type AwsSide = ReturnType<typeof awsSide>;

export function awsSide(endpoints: Endpoints, stage: string) {
  const options = clientOptions(endpoints);
  const sfn = new SFNClient(options);
  const secrets = new SecretsManagerClient(options);
  const lambda = new LambdaClient(options);
  const client = new DynamoDBClient(options);
  const machine = 'arn:aws:states:us-east-1:000000000000';
  return {
    /** Starts an operation in the same way as the dispatcher. */
    async startOperation({ operationUuid, clusterUuid, correlationId }: StartedOperation): Promise<void> {
      const stateMachineArn = `${machine}:stateMachine:${stage}-process-order`;
      const input = JSON.stringify({ operationUuid, clusterUuid, correlationId });
      await sfn.send(new StartExecutionCommand({ stateMachineArn, name: operationUuid, input }));
    },
    async stateOfOperation(operationUuid: string): Promise<string> {
      const executionArn = `${machine}:execution:${stage}-process-order:${operationUuid}`;
      return (await sfn.send(new DescribeExecutionCommand({ executionArn }))).status ?? '';
    },
    async secretsOf(clusterUuid: string): Promise<string[]> {
      const { SecretList = [] } = await secrets.send(new ListSecretsCommand({ MaxResults: 100 }));
      return SecretList.map(({ Name = '' }) => Name).filter((name) => name.includes(clusterUuid));
    },
    async rowsOf(clusterUuid: string): Promise<string[]> {
      const { TableNames = [] } = await client.send(new ListTablesCommand());
      const asked = {
        FilterExpression: 'clusterUuid = :cluster OR contains(pk, :cluster)',
        ExpressionAttributeValues: { ':cluster': clusterUuid },
      };
      const rows: string[] = [];
      for (const TableName of TableNames.filter((name) => name.includes(stage))) {
        const pages = paginateScan({ client: DynamoDBDocumentClient.from(client) }, { TableName, ...asked });
        for await (const { Items = [] } of pages) rows.push(...Items.map(({ pk, sk, kind }) => `${kind} ${pk} ${sk}`));
      }
      return rows;
    },
    async invoke(name: string, event: object): Promise<unknown> {
      const Payload = JSON.stringify(event);
      const answer = await lambda.send(new InvokeCommand({ FunctionName: `${stage}-${name}`, Payload }));
      return JSON.parse(Buffer.from(answer.Payload ?? []).toString() || 'null');
    },
  };
}
