import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { type SecretPrefix, STAGE_KEY, secretName } from '#shared/domain/_core/secret-name';
import type { Platform } from './platform.ts';

/**
 * A key of the stage. The deployment makes it, and only functions read it (`shared/domain/_core/key-ring.ts`). It is kept as long as
 * the table, because the table holds data that was made with it.
 */
export class GeneratedKey extends Secret {
  constructor(scope: Construct, id: string, { config }: Pick<Platform, 'config'>, prefix: SecretPrefix) {
    super(scope, id, {
      secretName: secretName(config.stage, prefix, STAGE_KEY),
      description: `Paddock, stage ${config.stage}: ${prefix}`,
      // 64 letters and digits are 381 bits.
      generateSecretString: {
        secretStringTemplate: JSON.stringify({ id: '1' }),
        generateStringKey: 'key',
        passwordLength: 64,
        excludePunctuation: true,
      },
      removalPolicy: config.removalPolicy === 'retain' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'What was made with a key needs it later: an operator gives another beside it (docs/runbook.md).',
    });
  }
}
