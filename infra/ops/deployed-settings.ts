import { CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { type Kept, keptIn } from '../config/kept-settings.ts';
import { OperatorError } from '../local/operator-error.ts';
import { type ProductRelease, releaseIn } from '../release.ts';
import { type AwsClientConfig, awsClientConfig } from './aws-client-config.ts';

/** What is known of a stage's last deployment. */
export interface Deployed {
  readonly isThere: boolean;
  /** What it was given; none where it was deployed before that was kept. */
  readonly kept?: Kept;
  /** None where it was deployed before that was kept. */
  readonly release?: ProductRelease;
}

/**
 * Reads from CloudFormation what a stage was deployed with.
 * @throws OperatorError when it may not be read, or nothing answers
 */
export async function readDeployed(stage: string, config: AwsClientConfig = awsClientConfig()): Promise<Deployed> {
  const name = `paddock-${stage}`;
  const region = process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION;
  const client = new CloudFormationClient({ ...(region && { region }), ...config });
  try {
    const { TemplateBody = '{"Resources":{}}' } = await client.send(
      new GetTemplateCommand({ StackName: name, TemplateStage: 'Original' }),
    );
    const kept = keptIn(TemplateBody);
    const release = releaseIn(TemplateBody);
    return { isThere: true, ...(kept && { kept }), ...(release && { release }) };
  } catch (error) {
    if (error instanceof Error && /does not exist/.test(error.message)) return { isThere: false };
    throw new OperatorError(
      `The deployed settings of stage ${stage} cannot be read (cloudformation:GetTemplate of ${name}): ${String(error)}`,
      { cause: error },
    );
  } finally {
    client.destroy();
  }
}
