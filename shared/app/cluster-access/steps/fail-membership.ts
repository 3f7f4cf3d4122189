import { onAccessRecords } from '#shared/app/_core/steps/implement';
import type { RecordsDeps } from '#shared/app/_core/steps/records-deps';
import { steps } from '#shared/contracts/steps';
import { failureOf } from '#shared/domain/_core/failure';
import { changed } from '#shared/domain/_core/record';
import { membershipOfOperation } from './membership-of-operation.ts';

/**
 * Records the failure on the membership, or on its group if the membership is gone, so that administrators see the
 * failure (docs/spec/design.md#failure-has-a-shape). The next successful attempt clears the failure.
 */
export const failMembership = onAccessRecords(
  steps.records.failMembership,
  async ({ store, clock }: RecordsDeps, input, cluster) => {
    const { error, cause, failedStep: step } = input;
    const now = clock.now();
    const lastError = failureOf({ error, cause, step }, now.toISOString());
    const { group, membership } = await membershipOfOperation(store, cluster, input);
    if (membership) {
      const lastChecked = now.toISOString();
      await store.commit(store.keycloakMemberships.replace(changed(membership, now, { lastError, lastChecked })));
    } else if (group) {
      await store.commit(store.keycloakGroups.replace(changed(group, now, { lastError })));
    }
    return {};
  },
);
