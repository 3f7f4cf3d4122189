import { CloudFormationClient, CreateStackCommand, waitUntilStackCreateComplete } from '@aws-sdk/client-cloudformation';

const REGION = 'us-east-1';
export const PROBE_ACCOUNT = '000000000000';
/** The emulator accepts any credentials. The real AWS would reject these. */
export const probeClient = (endpoint: string) => ({
  endpoint,
  region: REGION,
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});

export const arn = (service: string, resource: string): string =>
  `arn:aws:${service}:${REGION}:${PROBE_ACCOUNT}:${resource}`;

export function probeFunction(name: string, source: string) {
  return {
    Type: 'AWS::Lambda::Function',
    Properties: {
      FunctionName: name,
      Runtime: 'nodejs24.x',
      Handler: 'index.handler',
      Role: arn('iam', 'role/probe'),
      Code: { ZipFile: source },
    },
  };
}

export async function createProbeStack(endpoint: string, name: string, Resources: object): Promise<void> {
  const client = new CloudFormationClient(probeClient(endpoint));
  await client.send(new CreateStackCommand({ StackName: name, TemplateBody: JSON.stringify({ Resources }) }));
  const waiter = { client, maxWaitTime: 30, minDelay: 0.1, maxDelay: 0.5 };
  await waitUntilStackCreateComplete(waiter, { StackName: name });
}
