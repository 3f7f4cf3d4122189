import { CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { type Kept, keptIn } from '../config/kept-settings.ts';
import { OperatorError } from '../local/operator-error.ts';
import { type ProductRelease, releaseIn } from '../release.ts';
import { type AwsClientConfig, awsClientConfig } from './aws-client-config.ts';

export interface Deployed {
  readonly isThere: boolean;
  /**
   * The settings that were deployed. Missing if the stage was deployed by a release that did not store settings yet.
   */
  readonly kept?: Kept;
  /** The release that was deployed. Missing if that release did not store its version yet. */
  readonly release?: ProductRelease;
}

/**
 * Reads from CloudFormation with which settings and release a stage was deployed.
 * @throws OperatorError when the caller may not read the template, or CloudFormation does not answer
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
