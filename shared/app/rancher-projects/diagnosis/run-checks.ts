import pMap from 'p-map';
import { within } from '#shared/deadline';
import type { ProjectOffering } from '#shared/domain/marketplace/offering';
import { explained, type Named } from '#shared/domain/rancher-projects/diagnosis/explain-failure';
import {
  type CheckName,
  type Diagnosed,
  type Finding,
  failed,
  skipped,
} from '#shared/domain/rancher-projects/diagnosis/finding';
import { OutOfTime } from '#shared/errors';

/**
 * A check of a provider or of one of its offerings. `needs` names another check. If that check does not pass, this
 * check is skipped.
 */
export type Check = { name: CheckName; needs?: CheckName; offering?: ProjectOffering; run: () => Promise<Finding> };

const AT_A_TIME = 8;

async function findingOf({ name, run }: Check, named: Named, timeoutMs: number): Promise<Finding> {
  try {
    return await within(timeoutMs, run);
  } catch (error) {
    if (!(error instanceof OutOfTime)) return explained(name, error, named);
    const message = `There was no answer within ${timeoutMs / 1000} s.`;
    return failed(message, 'Check the address, and that the network of Paddock is allowed to connect.');
  }
}

/**
 * Runs all checks, several at a time. If a check fails or takes too long, its finding says so, and the other checks
 * still run. In the list, each check must come after the check that it needs.
 */
export async function runChecks(checks: readonly Check[], named: Named, timeoutMs: number): Promise<Diagnosed[]> {
  const findings = new Map<string, Promise<Finding>>();
  const keyOf = (name: CheckName, offering?: ProjectOffering) => `${offering?.uuid ?? ''} ${name}`;
  async function found(check: Check): Promise<Finding> {
    const { needs, offering } = check;
    const needed = needs && (await (findings.get(keyOf(needs, offering)) ?? findings.get(keyOf(needs))));
    if (needed && needed.status !== 'ok') return skipped(`Not checked, because the check ${needs} did not pass.`);
    return findingOf(check, named, timeoutMs);
  }
  return pMap(
    checks,
    async (check) => {
      const { name, offering } = check;
      const finding = found(check);
      findings.set(keyOf(name, offering), finding);
      const about = offering && { uuid: offering.uuid, name: offering.name };
      return { name, offering: about, ...(await finding) };
    },
    { concurrency: AT_A_TIME },
  );
}
