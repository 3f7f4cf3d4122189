import type { Node } from '#shared/domain/nodes/node';
import { type Attempts, lostBy, needsNewServer, replacementText } from '#shared/domain/nodes/server-attempts';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import type { Target } from './fence.ts';
import { note } from './timeline.ts';

export async function noteNode(
  deps: { store: Store; clock: Clock },
  target: Target & Attempts,
  node: Node,
): Promise<void> {
  const { spec, runtimeState, state, lastError } = node;
  const nodeName = spec.name;
  if (state === 'ERRED') {
    await note(deps, target, { step: 'node-erred', message: lastError?.message ?? 'Failed', nodeName, level: 'error' });
  } else if (needsNewServer(node)) {
    const message = replacementText(node, target);
    await note(deps, target, {
      step: 'server-failed',
      message,
      nodeName,
      level: 'error',
      nth: lostBy(node, target.operationUuid) + 1,
    });
  } else if (runtimeState !== '') {
    await note(deps, target, { step: `node-${runtimeState}`, message: `Node is ${runtimeState}`, nodeName });
  }
}
