import { describe, expect, test } from 'vitest';
import { REFUSED_ACTIONS } from '#shared/contracts/rest/_core/refused-actions';
import { OPERATIONS } from '#shared/contracts/rest/operations';
import { refusedAction } from './refused-action.ts';

const UUID = '0123456789abcdef0123456789abcdef';
const ask = (path: string, method = 'POST') => refusedAction({ method, path });
const operations: Readonly<Record<string, object>> = OPERATIONS;
const all = Object.entries(REFUSED_ACTIONS).flatMap(([segment, actions]) =>
  Object.entries(actions).map(([action, detail]) => ({ segment, action, detail })),
);

describe('an action of Waldur’s that is not here', () => {
  test.each(all)(
    '$action of $segment is answered with who does that, in one sentence',
    ({ segment, action, detail }) => {
      expect(ask(`/api/${segment}/${UUID}/${action}/`)).toEqual({ status: 404, body: { detail } });
      expect(detail).toMatch(/^[A-Z][^.]*(?:[^.]|\.)+\.$/);
      expect(Object.keys(operations[segment] ?? {})).not.toContain(`POST /{uuid}/${action}/`);
    },
  );

  test.each([
    ['a GET', `/api/marketplace-orders/${UUID}/unlink/`, 'GET'],
    ['what nobody knows', `/api/marketplace-orders/${UUID}/bless/`, 'POST'],
    ['what every object of the language has', `/api/marketplace-orders/${UUID}/constructor/`, 'POST'],
    ['a collection that has no such table', `/api/keys/${UUID}/unlink/`, 'POST'],
    ['what is no uuid', '/api/marketplace-orders/plan/unlink/', 'POST'],
    ['a longer path', `/api/marketplace-orders/${UUID}/unlink/more/`, 'POST'],
    ['another root', `/webhooks/marketplace-orders/${UUID}/unlink/`, 'POST'],
  ])('is not %s', (_, path, method) => {
    expect(ask(path, method)).toBeUndefined();
  });
});
