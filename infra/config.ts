import { siteSettings } from '#shared/domain/_core/site-settings';
import type { HealingPolicy } from '#shared/domain/reconciliation/healing-policy';
import { type Config, config, type Settings, variableOf } from './config/fields.ts';
import { readStage, type Sources } from './config/read-stage.ts';

export type { Config };

export interface ReadConfig {
  readonly config: Config;
  /** The settings that the operator gave and that are not defaults. The deployed stack keeps them. */
  readonly given: Partial<Settings>;
}

/**
 * Reads the configuration. Context wins over the environment, which wins over `paddock.<stage>.yaml`. No other code of
 * the synthesis reads these sources. Account and region come from the CDK CLI.
 * @throws OperatorError with a line for each fault
 */
export function readConfig(sources: Sources): ReadConfig {
  const { values, given } = readStage(sources);
  const [account, region] = (['account', 'region'] as const).map(
    (name) => sources.context(name) ?? sources.env[variableOf(name)],
  );
  const { publicUrl = values.domainName && `https://${values.domainName}` } = values;
  return { config: config.parse({ ...values, publicUrl, account, region }), given };
}

/** The part of the configuration that functions read from the variable `SITE_SETTINGS`. */
export const siteSettingsText = (given: Config): string =>
  JSON.stringify(siteSettings.parse({ ...given, sendsMail: given.mailFrom !== undefined }));

/** The part of the configuration that functions read from the variable `HEALING_POLICY`. */
export const healingPolicyText = (given: Config): string =>
  JSON.stringify({
    maxUnhealthyShare: given.healingMaxUnhealthyShare,
    attempts: given.healingAttempts,
    pauseSeconds: given.healingPauseSeconds,
    minHealthySeconds: given.healingMinHealthySeconds,
    lostAfterSeconds: given.healingLostAfterSeconds,
    unhealthyAfterSeconds: given.healingUnhealthyAfterSeconds,
  } satisfies HealingPolicy);
