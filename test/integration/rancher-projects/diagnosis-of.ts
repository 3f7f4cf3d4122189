import { expect } from 'vitest';
import { diagnosisView } from '#shared/contracts/rest/providers/diagnosis';
import type { SharedCluster } from './shared-cluster.ts';

export async function diagnosisOf({ market, settingsUuid }: SharedCluster) {
  const answer = await market.ask('POST', `service-settings/${settingsUuid}/diagnose/`, market.people.staff);
  const { summary, checks } = diagnosisView.parse(answer.body);
  const of = (name: string) => checks.find((check) => check.name === name) ?? expect.fail(`${name} was not checked`);
  const withStatus = (wanted: string) => checks.filter(({ status }) => status === wanted).map(({ name }) => name);
  return { ...answer, summary, checks, of, failed: withStatus('failed'), skipped: withStatus('skipped') };
}
